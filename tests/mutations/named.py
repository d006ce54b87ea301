"""The named mutations: for each invariant a defect that a developer could introduce, and the test that detects it.

Over 250 lines because each mutation quotes the lines that it changes.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Mutation:
    """A defect: in `file`, the text `old` is replaced by `new`. The file must contain `old` exactly once.

    `more` has further replacements as (file, old, new). `test` must then fail: a pytest id, or a vitest file and a part
    of a title.
    """

    name: str
    invariant: int
    file: str
    old: str
    new: str
    test: str
    store: str = "sqlite"
    more: tuple[tuple[str, str, str], ...] = ()

    @property
    def edits(self) -> tuple[tuple[str, str, str], ...]:
        """All replacements, as (file, old, new)."""
        return ((self.file, self.old, self.new), *self.more)


MUTATIONS = [
    Mutation(
        "a database sequence instead of the counter row",
        1,
        "platform/sync/log/pending.py",
        "    heads = _take_numbers([(stream, len(entries)) for stream, entries in streams])\n",
        """    from concurrent.futures import ThreadPoolExecutor

    from django.db import connection as another

    def taken() -> dict[str, int]:
        try:
            return _take_numbers([(stream, len(entries)) for stream, entries in streams])
        finally:
            another.close()

    with ThreadPoolExecutor(1) as sequence:  # a number stays used if the transaction rolls back
        heads = sequence.submit(taken).result()
""",
        "tests/integration/sync/log/test_log.py::test_lg1_a_reader_always_sees_exactly_1_to_the_head",
        store="postgresql",
    ),
    Mutation(
        "a recreated row that starts again at version 1",
        3,
        "platform/sync/log/changes.py",
        "        row.v = 1 + removed.get(row.id, 0)\n",
        "        row.v = 1\n",
        "tests/integration/sync/log/test_log.py::test_lg5_a_recreated_row_continues_its_versions",
    ),
    Mutation(
        "changes that are written after the commit",
        1,
        "platform/sync/db/flushing.py",
        """        if self.pending:
            try:
                with spans.step("log") as span:
                    committed = pending.write(self, self.pending)
                    span.set({"changes": sum(map(len, committed.values())), "streams": len(committed)})
                self.pending.run_last_steps()
            except BaseException:
                # Django rolls back only for database errors; any other error would leave the transaction open.
                self.rollback()
                raise
        try:
            with spans.step("commit"):
                super().commit()
        except (OperationalError, InterfaceError) as error:
            raise CommitFailed(str(error)) from error
""",
        """        try:
            with spans.step("commit"):
                super().commit()
        except (OperationalError, InterfaceError) as error:
            raise CommitFailed(str(error)) from error
        if self.pending:
            committed = pending.write(self, self.pending)
            self.pending.run_last_steps()
            super().commit()
""",
        "tests/faults/sync/test_kills.py::test_lg2_a_crash_during_a_request_stores_all_or_nothing[log]",
    ),
    Mutation(
        "a resume from the head instead of the cursor",
        2,
        "platform/sync/protocol/session.py",
        "followed.cursor, followed.live_at, followed.is_live = cursors[stream], head, False",
        "followed.cursor, followed.live_at, followed.is_live = head, head, False",
        "tests/integration/sync/log/test_cursors.py::test_cu1_only_the_missed_changes_follow_a_resume",
    ),
    Mutation(
        "a process that trusts hints and ignores polled heads",
        3,
        "platform/sync/hub/log_follower.py",
        "            if self._unread_count(stream, head):\n",
        "            if self._unread_count(stream, head) < 0:\n",
        "tests/faults/sync/test_kills.py::test_lg7_changes_of_a_process_beside_the_server_arrive_even_if_it_crashes",
    ),
    Mutation(
        "a write that bypasses the log",
        4,
        "platform/messaging/services/read_markers.py",
        "    changes.update(thread, **new_values)\n",
        "    Thread.objects.filter(id=thread.id).update(**new_values)\n",
        "tests/integration/sync/convergence/test_services.py::test_replicas_converge",
    ),
    Mutation(
        "the first state of a row instead of the last",
        5,
        "platform/sync/hub/stream_buffer.py",
        "for change in taken if change.op != MEMBERSHIP}",
        "for change in reversed(taken) if change.op != MEMBERSHIP}",
        "tests/unit/sync/test_change_buffer.py::test_ch3_the_coalesced_frame_equals_the_full_log",
    ),
    Mutation(
        "a loss of membership that open connections ignore",
        6,
        "platform/sync/protocol/session.py",
        '            case "lost":\n                return self._revoke([stream])\n',
        '            case "lost":\n                return []\n',
        "tests/integration/sync/convergence/test_leaks.py::test_mb2_nothing_is_sent_after_a_loss_without_a_gain",
    ),
    Mutation(
        "a token that never expires",
        7,
        "platform/sync/protocol/session.py",
        'return self.state == "open" and self.identity is not None and now < self.identity.expires_at',
        'return self.state == "open" and self.identity is not None',
        "tests/integration/sync/connection/test_tokens.py::test_tk1_nothing_is_delivered_after_the_expiry_until_a_new_token",
        more=(("platform/sync/protocol/session.py", '            self.state = "expired"\n', "            pass\n"),),
    ),
    Mutation(
        "a new id for every attempt",
        8,
        "platform/messaging/services/sending.py",
        "            id=new_message.message_id,\n",
        '            id=__import__("core.ids").ids.uuid7(),\n',
        "tests/integration/sync/writes/test_writes.py::test_mu1_a_repeat_is_answered_and_not_sent_again",
    ),
    Mutation(
        "an echo that does not remove the outbox entry",
        9,
        "pwa/src/sync/replica/apply.ts",
        "  await deleteConfirmedEntries(replica, tbl, changes)\n",
        "",
        "pwa/src/sync/invariants-outbox.test.ts::MU5 MU7",
    ),
    Mutation(
        "a cursor that is stored before its rows",
        10,
        "pwa/src/sync/replica/ingest.ts",
        "    await applyChanges(replica, frame.s, frame.d)\n",
        "    setTimeout(() => void atomically(replica, syncedTables(replica), () => applyChanges(replica, frame.s, frame.d)))\n",
        "pwa/src/sync/replica/ingest.test.ts::CL1",
    ),
    Mutation(
        "no version check",
        11,
        "pwa/src/sync/replica/apply.ts",
        "  if (deletedV !== undefined && change.v <= deletedV) return state\n",
        "",
        "pwa/src/sync/replica/ingest.test.ts::CL3",
    ),
    Mutation(
        "pruning that does not move the tail",
        12,
        "platform/sync/log/retention.py",
        "    Stream.objects.filter(id=stream).update(tail=upto)\n    return upto - row.tail\n",
        "    return 0\n",
        "tests/integration/sync/log/test_cursors.py::test_lg8_pruning_removes_a_prefix_and_moves_the_tail_with_it",
    ),
    Mutation(
        "a cursor that is compared by its number only",
        13,
        "platform/sync/protocol/positions.py",
        "    if offer.c >= position.tail and offer.at != at:\n",
        "    if False:\n",
        "tests/integration/sync/log/test_cursors.py::test_cu5_a_restored_store_resets_devices_that_saw_lost_changes",
    ),
    Mutation(
        "a position of a page that is not checked",
        13,
        "platform/sync/protocol/positions.py",
        "    if why is None and offer.seen is not None:\n",
        "    if False:\n",
        "tests/integration/sync/bootstrap/test_page_positions.py::test_bo8_the_position_of_a_page_is_checked_like_a_cursor",
    ),
    Mutation(
        "a page of another position that counts",
        13,
        "pwa/src/sync/replica/first-pages.ts",
        "    (answer.value.c === seen?.c && answer.value.at === seen?.at)\n",
        "    true\n",
        "pwa/src/sync/replica/first-pages.test.ts::BO7 a load starts again",
    ),
    Mutation(
        "no window",
        14,
        "platform/sync/protocol/flow_control.py",
        "        if self._sent and not self._fits(batch):\n",
        "        if False:\n",
        "tests/integration/sync/connection/test_change_flow.py"
        "::test_ch5_a_device_that_never_acks_gets_no_more_than_the_window",
    ),
    Mutation(
        "a read of the log for each connection",
        15,
        "platform/sync/hub/log_follower.py",
        "        ready = buffer.frame(after)\n",
        "        ready = None\n",
        "tests/faults/sync/test_crowds.py::test_many_devices_reconnect_after_a_crash_and_each_stream_is_read_once",
    ),
    Mutation(
        "a hidden leader that does not step down",
        16,
        "pwa/src/sync/tabs/leader.ts",
        "    else stepBack()\n",
        "",
        "pwa/src/sync/tabs/leader.test.ts::TB2",
    ),
    Mutation(
        "a timer that is not set again",
        17,
        "pwa/src/sync/outbox/outbox.ts",
        "      if (heads.length > 0) wakeIn((nextPlan.wakeAt ?? Infinity) - serverNow())\n",
        "",
        "pwa/src/sync/outbox/outbox.test.ts::MU4 the timer is always set again",
    ),
    Mutation(
        "a server that accepts every build",
        18,
        "platform/sync/protocol/session.py",
        " or frames.is_older(hello.build, self.min_build):",
        ":",
        "tests/integration/sync/connection/test_opening.py::test_he2_an_old_device_must_update",
    ),
    Mutation(
        "a take-back of a message that has not arrived leaves no record",
        19,
        "platform/messaging/services/taking_back.py",
        "        _record(actor, client_id, message_id)\n",
        "",
        "tests/integration/messaging/test_taking_back.py"
        "::test_mu8_a_message_taken_back_before_it_arrives_is_rejected_on_arrival",
    ),
    Mutation(
        "a log that keeps the text of a message that was taken back",
        19,
        "platform/sync/log/changes.py",
        "    if op != UPSERT or published.is_tombstone(row):\n",
        "    if op != UPSERT:\n",
        "tests/integration/sync/log/test_withdrawn_rows.py::test_lg10_a_message_taken_back_reaches_no_later_device",
    ),
    Mutation(
        "an email that is not marked before it is sent",
        20,
        "platform/mail/effects/delivery.py",
        "state=State.WAITING).update(state=State.SENDING) == 1\n",
        "state=State.WAITING).exists()\n",
        "tests/integration/mail/test_delivery.py::test_a_process_that_ends_while_sending_leaves_the_outcome_unknown",
    ),
    Mutation(
        "an effect that is done before it runs",
        20,
        "platform/sync/effects/effects.py",
        '        first.tries += 1\n        first.save(update_fields=["leased_until", "tries"])\n',
        "        first.tries, first.done_at = first.tries + 1, now()\n"
        '        first.save(update_fields=["leased_until", "tries", "done_at"])\n',
        "tests/integration/mail/test_delivery.py::test_a_temporary_failure_is_retried",
    ),
    Mutation(
        "a lease that other processes ignore",
        20,
        "platform/sync/effects/effects.py",
        "    free = Q(leased_until=None) | Q(leased_until__lt=time)"
        " | Q(leased_until__gt=time + queue.lease + CLOCK_ERROR)\n",
        "    free = Q()\n",
        "tests/integration/sync/effects/test_effects.py::test_a_lease_far_in_the_future_counts_as_expired",
    ),
]
