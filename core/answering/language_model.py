"""The language model that the settings name, and how it is asked: streamed, bounded, stoppable.

Nothing here is imported, and nobody is contacted, unless a model is configured and asked.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any, TypeVar

from core.errors import Cancelled, ModelFailed, ModelMissing
from core.settings import Settings

if TYPE_CHECKING:
    from pydantic_ai.models import Model

T = TypeVar("T")

_LOOK_SECONDS = 0.1  # between two looks at whether somebody wants it stopped
_LONGEST_REASON = 300


def is_configured(settings: Settings) -> bool:
    return bool(settings.llm_model)


@asynccontextmanager
async def opened_model(settings: Settings) -> "AsyncIterator[Model[Any]]":
    """Its connections are closed in the end."""
    if not is_configured(settings):
        raise ModelMissing(
            "No language model is configured.",
            hint="Set GRIDCODE_LLM_MODEL and GRIDCODE_LLM_BASE_URL.",
        )
    key = settings.llm_api_key.get_secret_value()
    if settings.llm_kind == "anthropic":
        from anthropic import AsyncAnthropic
        from pydantic_ai.models.anthropic import AnthropicModel
        from pydantic_ai.providers.anthropic import AnthropicProvider

        client = AsyncAnthropic(
            api_key=key or "none",
            base_url=settings.llm_base_url or "https://api.anthropic.com",
            timeout=settings.llm_seconds,
            max_retries=0,
        )
        async with client:
            provider = AnthropicProvider(anthropic_client=client)
            yield AnthropicModel(settings.llm_model, provider=provider)
        return
    if not settings.llm_base_url:
        raise ModelMissing(
            "The address of the language model is missing.", hint="Set GRIDCODE_LLM_BASE_URL."
        )
    from openai import AsyncOpenAI
    from pydantic_ai.models.openai import OpenAIChatModel
    from pydantic_ai.profiles.openai import OpenAIModelProfile
    from pydantic_ai.providers.openai_compatible import OpenAICompatibleProvider

    # Everything is given: what is not would be taken from OPENAI_* of the environment.
    openai = AsyncOpenAI(
        api_key=key or "none",
        base_url=settings.llm_base_url,
        organization="",
        project="",
        timeout=settings.llm_seconds,
        max_retries=0,
    )
    async with openai:
        compatible = OpenAICompatibleProvider("gridcode", openai_client=openai)
        # A stream that ends without a reason was cut off, however politely.
        strict = OpenAIModelProfile(openai_chat_streaming_requires_finish_reason=True)
        yield OpenAIChatModel(settings.llm_model, provider=compatible, profile=strict)


def run_stoppable(
    work: Callable[[], Coroutine[Any, Any, T]], seconds: float, cancelled: Callable[[], bool]
) -> T:
    """Run it in an event loop of its own; stopped, too, when ``seconds`` are over.

    Whatever the model, the network or the library raises comes out as :class:`ModelFailed`.
    """
    return asyncio.run(_stoppable(work, seconds, cancelled))


async def _stoppable(
    work: Callable[[], Coroutine[Any, Any, T]], seconds: float, cancelled: Callable[[], bool]
) -> T:
    deadline = asyncio.get_running_loop().time() + seconds
    task = asyncio.create_task(work())
    try:
        while not task.done():
            await asyncio.wait({task}, timeout=_LOOK_SECONDS)
            if task.done():
                break
            if cancelled():
                raise Cancelled("The question was cancelled.", hint="Ask again at any time.")
            if asyncio.get_running_loop().time() > deadline:
                raise ModelFailed(
                    f"The model took longer than {seconds:.0f} s.",
                    hint="GRIDCODE_LLM_SECONDS is the limit.",
                )
        return _result(task)
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


def _result(task: "asyncio.Task[T]") -> T:
    try:
        return task.result()
    except (Cancelled, ModelFailed, ModelMissing):
        raise
    except Exception as error:
        raise ModelFailed(
            f"The model could not answer: {_reason(error)}",
            hint="Check GRIDCODE_LLM_BASE_URL, GRIDCODE_LLM_MODEL and GRIDCODE_LLM_API_KEY.",
        ) from error


def reject_unfinished(finish_reason: str | None) -> None:
    """Half an answer may leave out the half that matters."""
    if finish_reason in (None, "length"):
        raise ModelFailed(
            "The model's answer broke off in the middle.",
            hint="Ask again; its limit of tokens may be too low.",
        )


def _reason(error: BaseException) -> str:
    return " ".join(f"{type(error).__name__}: {error}".split())[:_LONGEST_REASON]
