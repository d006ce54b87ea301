// Reads the server's frames: dispatches events, learns the server's time, and passes on ephemeral items.
import { learnTime, startTimeSample } from '../../lib/time/clock'
import type { ConnectionParts } from './connection-types'
import type { Dispatch } from './generation'
import {
  type Cursor,
  isEphemeralItem,
  type OkFrame,
  parseFrame,
  type ServerFrame,
} from '../protocol/protocol'
import type { Event } from './session-types'

type FrameReaderParts = Pick<ConnectionParts, 'userId' | 'onServerReached' | 'onEphemeral'> & {
  dispatch: Dispatch
}

export interface FrameReader {
  /** Called directly before the device sends `hello` with `subs`. The next `ok` answers that `hello`. */
  expectOk(subs: readonly Cursor[]): void
  /** Dispatches the frame's event, or 'broken' if the text is not a valid frame. */
  read(text: string): void
  /** EP8: returns whether the server of this connection supports ephemeral items. */
  hasEphemeral(): boolean
  /** Called when the connection has ended. */
  reset(): void
}

export function makeFrameReader({
  userId,
  onServerReached,
  onEphemeral,
  dispatch,
}: FrameReaderParts): FrameReader {
  let offeredCursors: Record<string, number> = {}
  let learnAnswerTime = startTimeSample()
  let hasEphemeral = false

  function readFrame(frame: ServerFrame): void {
    if (frame.t === 'eph') onEphemeral(frame.d.filter(isEphemeralItem))
    else if (frame.t === 'ok') readOk(frame)
    else if (frame.t === 'ch') dispatch({ is: 'ch', frame })
    else {
      if (frame.t === 'hb') learnTime(frame.now * 1000)
      dispatch({ ...frame, is: frame.t } as Event)
    }
  }

  function readOk(frame: OkFrame): void {
    learnAnswerTime(frame.now * 1000)
    hasEphemeral = frame.eph === 1
    // Another user has signed in. Their rows and token must not be used with this replica.
    if (frame.user !== userId) {
      dispatch({ is: 'signed-out' })
      return
    }
    dispatch({ is: 'ok', frame, offeredCursors })
    onServerReached()
  }

  return {
    expectOk(subs) {
      offeredCursors = Object.fromEntries(subs.map((sub) => [sub.s, sub.c]))
      learnAnswerTime = startTimeSample()
    },
    read(text) {
      const frame = parseFrame(text)
      if (frame === null) dispatch({ is: 'broken', why: 'bad-frame' })
      else if (frame !== 'unknown') readFrame(frame)
    },
    hasEphemeral: () => hasEphemeral,
    reset() {
      hasEphemeral = false
    },
  }
}
