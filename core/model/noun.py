"""What every noun has in common: frozen, and forgiving towards keys it does not know.

Unknown keys are dropped because what we export carries derived fields (``source``) that are
computed again on the way in.
"""

from pydantic import BaseModel, ConfigDict


class Noun(BaseModel):
    model_config = ConfigDict(frozen=True)
