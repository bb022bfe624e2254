"""Pictures of pages and figures, by their addresses."""

import http.client
import io
from urllib.parse import urlsplit

import httpx
import pytest
from PIL import Image

from core.errors import EncryptedPdf, FigureNotFoundError, NotFound, PageNotFoundError
from core.services.ingest import IngestRequest
from core.services.page_images import PageImages
from tests.integration.test_parsing_pdf import ENCRYPTED
from tests.made_pdfs import write_pdf

REG = "linjiang_dispatch_2024"


@pytest.fixture
def editions(workbench, tmp_path):
    """``rule`` with two pages, and ``rule@1``, which had one."""
    for pages in ([["Old."]], [["New.", "Much of it."], ["More."]]):
        pdf = write_pdf(tmp_path / "rule.pdf", pages)
        workbench.ingest(IngestRequest(pdf))
    return workbench


def test_a_page_is_drawn_at_the_size_asked_for(served):
    address = f"{served.url}/page-image/{REG}/3.jpg"
    plain = httpx.get(address)
    assert plain.headers["content-type"] == "image/jpeg"
    assert Image.open(io.BytesIO(plain.content)).width == pytest.approx(210 / 25.4 * 110, abs=2)
    small = httpx.get(address, params={"dpi": 55})
    assert Image.open(io.BytesIO(small.content)).width == pytest.approx(210 / 25.4 * 55, abs=2)
    assert small.headers["etag"] != plain.headers["etag"]


def test_a_picture_that_is_known_is_not_sent_again(served, edition_2024):
    figure = edition_2024.figures[0].image_name
    for path in (f"/page-image/{REG}/3.jpg", f"/documents/{REG}/images/{figure}"):
        first = httpx.get(served.url + path)
        assert (first.status_code, first.headers["cache-control"]) == (200, "private, no-cache")
        known = {"If-None-Match": f'"x", {first.headers["etag"]}'}
        again = httpx.get(served.url + path, headers=known)
        assert (again.status_code, again.content) == (304, b"")
        other = httpx.get(served.url + path, headers={"If-None-Match": '"x"'})
        assert other.status_code == 200
    named = f"{served.url}/page-image/{REG}/3.jpg?v={edition_2024.info.sha256[:16]}"
    assert "immutable" in httpx.get(named).headers["cache-control"]


def test_the_contents_are_fetched_once_and_kept_until_the_regulation_changes(served):
    address = f"{served.url}/contents/{REG}"
    tag = httpx.get(address).headers["etag"].strip('"')
    kept = httpx.get(f"{address}?v={tag}")
    assert "immutable" in kept.headers["cache-control"]
    assert kept.json()[0][:6] == ["s1", "", "第一章", "总则", 5, 5]
    assert "immutable" not in httpx.get(f"{address}?v=old").headers["cache-control"]
    assert httpx.get(address, headers={"If-None-Match": f'"{tag}"'}).status_code == 304
    assert httpx.get(f"{served.url}/contents/nope").status_code == 404


@pytest.mark.parametrize(
    ("path", "status"),
    [
        (f"/page-image/{REG}/0.jpg", 404),
        (f"/page-image/{REG}/36.jpg", 404),
        ("/page-image/nope/1.jpg", 404),
        ("/page-image/..%2F..%2Fx/1.jpg", 400),
        (f"/page-image/{REG}/1.jpg?dpi=9999", 400),
        (f"/page-image/{REG}/1.jpg?dpi=-1", 400),
        (f"/page-image/{REG}/1.jpg?dpi=1e9", 400),
        (f"/documents/{REG}/images/nope.png", 404),
        (f"/documents/{REG}/images/content.md", 404),
        (f"/documents/{REG}/images/..%2f..%2f..%2fserver.json", 400),
        (f"/documents/{REG}/images/../../../server.json", 400),
        (f"/documents/{REG}/images/%2e%2e%2f%2e%2e%2fx.png", 400),
        (f"/documents/{REG}/images/%2Fetc%2Fpasswd.png", 404),
        ("/documents/%2e%2e/images/x.png", 400),
        ("/documents/nope/images/x.png", 404),
    ],
)
def test_nothing_else_on_this_machine_can_be_read(served, path, status):
    """As raw paths: a client would tidy them up before sending."""
    parts = urlsplit(served.url)
    connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=20)
    connection.request("GET", path)
    response = connection.getresponse()
    body = response.read()
    connection.close()
    assert response.status == status
    assert b"token" not in body


def test_a_link_in_the_folder_leads_nowhere(editions, settings, tmp_path):
    secret = tmp_path / "secret.png"
    secret.write_bytes(b"secret")
    folder = settings.documents_dir / "markdowns" / "rule"
    (folder / "link.png").symlink_to(secret)
    (settings.documents_dir / "markdowns" / "linked").symlink_to(tmp_path)
    (folder / "own.png").write_bytes(b"own")
    assert editions.figure_image("rule", "own.png").content == b"own"
    for reg_id, name in (
        ("rule", "link.png"),
        ("linked", "secret.png"),
        ("rule", "../rule/own.png"),
        ("rule", str(folder / "own.png")),
        ("..", "own.png"),
        ("rule", "own.png\n"),
    ):
        with pytest.raises(FigureNotFoundError):
            editions.figure_image(reg_id, name)


def test_past_editions_keep_their_pages(editions):
    assert editions.page_image("rule", 1).content != editions.page_image("rule@1", 1).content
    editions.page_image("rule", 2)
    with pytest.raises(PageNotFoundError):
        editions.page_image("rule@1", 2)


def test_a_locked_pdf_says_why_its_pages_cannot_be_shown(editions, settings):
    pdf = settings.documents_dir / "pdfs" / "rule.pdf"
    pdf.write_bytes(ENCRYPTED)
    with pytest.raises(EncryptedPdf, match="its password is not kept"):
        editions.page_image("rule", 1)
    pdf.unlink()
    with pytest.raises(NotFound, match="is not in the library"):
        editions.page_image("rule", 1)


def test_the_cache_is_bounded_and_drops_what_was_not_used_longest(editions):
    sizes = [len(editions.page_image("rule", number).content) for number in (1, 2)]
    images = PageImages(editions._database, editions.settings, cache_bytes=sum(sizes) - 1)
    for number in (1, 2, 1):
        images.page("rule", number)
    assert [tag.split("-")[1] for tag in images._cache] == ["1"]
    assert images._held == sizes[0]
