"""A user gets at most one subscription, for any order of concurrent requests and wherever a process dies."""

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from contextvars import ContextVar
from functools import partial
from random import Random
from typing import Any

import pytest

from billing import workflows
from billing.workflows import purchase
from tests.support.apps.billing import Till, till
from tests.support.fakes.stripe_sandbox import fake_stripe

__all__ = ["fake_stripe", "till"]

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)

# If one of the four safeguards in `purchase.py` is removed, the test fails for one of these seeds.
SEEDS = (6, 14, 20, 36)
MAX_STEPS = 12  # the most steps of one tab in a row: about the number of steps of one request
tab: ContextVar[str] = ContextVar("tab")
Action = Coroutine[Any, Any, Any]


class Scheduler:
    """Runs one of several tabs at a time, chosen by the seed. A step is one request to Stripe or one transaction."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)
        self._waiting: dict[str, asyncio.Future[None]] = {}
        self._progress = asyncio.Event()

    async def step(self) -> None:
        """Wait for the next turn of the current tab. Outside a tab, return at once."""
        if (name := tab.get(None)) is not None:
            self._waiting[name] = asyncio.get_running_loop().create_future()
            self._progress.set()
            await self._waiting[name]

    async def run(self, tabs: Mapping[str, Callable[[], Action]], *, crashing: str) -> None:
        """Run all tabs to their end, except the one named `crashing`, which is cancelled after a few steps."""
        tasks = {name: asyncio.create_task(self._in_tab(name, action)) for name, action in tabs.items()}
        for task in tasks.values():
            task.add_done_callback(lambda _: self._progress.set())
        # A number below 0 never becomes 0, so its tab does not crash.
        steps_before_crash = {name: self._random.randrange(MAX_STEPS) if name == crashing else -1 for name in tabs}
        while live := await self._all_waiting(tasks):
            name = self._random.choice(live)
            for _ in range(self._random.randint(1, MAX_STEPS)):
                if name not in await self._all_waiting(tasks):
                    break
                turn = self._waiting.pop(name)
                if steps_before_crash[name] == 0:
                    turn.cancel()
                else:
                    turn.set_result(None)
                steps_before_crash[name] -= 1
        await asyncio.gather(*tasks.values(), return_exceptions=True)

    async def _all_waiting(self, tasks: dict[str, asyncio.Task[None]]) -> list[str]:
        """The names of the tabs that are not done, as soon as each of them waits for its turn."""
        while True:
            live = [name for name, task in tasks.items() if not task.done()]
            if self._waiting.keys() >= set(live):
                return live
            self._progress.clear()
            await self._progress.wait()

    async def _in_tab(self, name: str, action: Callable[[], Action]) -> None:
        tab.set(name)
        await self.step()
        await action()


def at_each_step(scheduler: Scheduler, action: Callable[..., Action]) -> Callable[..., Action]:
    async def step_then_act(*args: Any, **kwargs: Any) -> Any:
        await scheduler.step()
        return await action(*args, **kwargs)

    return step_then_act


@pytest.fixture
def scheduler(seed: int, monkeypatch: pytest.MonkeyPatch) -> Scheduler:
    new_scheduler = Scheduler(seed)
    for module in (workflows, purchase):
        for name in ("in_thread", "read", "write"):
            monkeypatch.setattr(module, name, at_each_step(new_scheduler, getattr(module, name)))
    return new_scheduler


async def buy(till: Till, scheduler: Scheduler, number: str) -> None:
    """A tab that requests a payment page, and pays on it if there is one."""
    reply = await till.checkout("maya")
    if reply.status_code == 200:
        for _ in range(MAX_STEPS):
            await scheduler.step()
        await asyncio.to_thread(till.sandbox.pay, reply.json()["url"], number)


async def save(till: Till, intent: str) -> None:
    """A tab that saves a card that was entered before."""
    await till.call("maya", "save-payment-method", setup_intent=intent)


@pytest.mark.parametrize("seed", SEEDS)
async def test_concurrent_requests_create_one_subscription(seed: int, scheduler: Scheduler, till: Till) -> None:
    """Two payment pages and two cards at once. One of the four tabs dies. Afterwards a page and a card are retried."""
    visa, mastercard = await till.enter_card("maya"), await till.enter_card("maya", "pm_card_mastercard")
    tabs = {
        "page": partial(buy, till, scheduler, "4242424242424242"),
        "other page": partial(buy, till, scheduler, "5555555555554444"),
        "card": partial(save, till, visa),
        "other card": partial(save, till, mastercard),
    }
    await scheduler.run(tabs, crashing=sorted(tabs)[seed % len(tabs)])
    await buy(till, scheduler, "4242424242424242")
    await save(till, mastercard)
    [subscription] = await till.subscriptions("maya")
    assert (subscription.status, (await till.row("maya"))["subscription_status"]) == ("trialing", "trialing")
