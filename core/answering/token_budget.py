"""What one question may cost in tokens, over everything that the model is asked for it."""

from typing import TYPE_CHECKING

from core.context.tokens import TokenCounter

if TYPE_CHECKING:
    from pydantic_ai import UsageLimits

_PICTURE = 1_500  # about what a model reads of a picture at full size
_ANSWER = 1_500  # kept free for what it writes


class TokenBudget:
    """Counted here before anything is sent, because not every server tells what it counted.

    ``usage`` is what the server told; the larger of both holds.
    """

    def __init__(self, limit: int, counter: TokenCounter) -> None:
        from pydantic_ai.usage import RunUsage

        self.usage = RunUsage()
        self._limit = limit
        self._counter = counter
        self._counted = 0
        self._kept_free = _ANSWER

    def cost(self, text: str, pictures: int = 0) -> int:
        return self._counter.count(text) + pictures * _PICTURE

    def allows(self, cost: int) -> bool:
        """With an answer to it, and with what is kept free for later."""
        spent = max(self._counted, self.usage.total_tokens)
        return spent + cost + _ANSWER + self._kept_free <= self._limit

    def spend(self, asked: int, answer: str) -> None:
        self._counted += asked + self._counter.count(answer)

    def keep_free(self, text: str) -> None:
        """It will be read once more, when everything is combined."""
        self._kept_free += self._counter.count(text)

    def limits(self) -> "UsageLimits":
        """For the next request: its own retries, and what is left of the whole."""
        from pydantic_ai import UsageLimits

        return UsageLimits(request_limit=self.usage.requests + 2, total_tokens_limit=self._limit)
