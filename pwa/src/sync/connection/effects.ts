// Performs the effects of the connection's state machine on the socket, on timers, and one after another on
// the store. Dispatches their results as events.
import { noteFailure } from '../../lib/failures'
import { makeWorkQueue } from '../../lib/work-queue'
import type { ConnectionParts } from './connection-types'
import { type Dispatch, makeGeneration } from './generation'
import type { OutgoingItem } from '../protocol/protocol'
import { makeServerSocket } from './server-socket'
import type { Effect, Event } from './session-types'
import { cursorOf, performStoreEffect } from './store-effects'
import { makeStreamLoads } from './stream-loads'
import { makeTimers } from './timers'

/** Longer than a slow phone takes to drop a stream of 50,000 rows. */
const HANGING_MS = 30_000

type EffectParts = ConnectionParts & { dispatch: Dispatch; isVisible: () => boolean }

export interface Effects {
  perform(effect: Effect): void
  /** Makes later load effects start a new load, even while an old load still hangs. */
  forgetLoads(): void
  sendEphemeral(item: OutgoingItem): void
  /** Resolves when no work of the connection accesses the replica any more. */
  stop(): Promise<void>
}

export function makeEffects(parts: EffectParts): Effects {
  const { replica, endpoints, dispatch } = parts
  const queue = makeWorkQueue()
  const timers = makeTimers()
  const loads = makeStreamLoads(replica, endpoints, queue.add)
  const generation = makeGeneration(dispatch)
  const socket = makeServerSocket({ ...parts, generation })

  /**
   * Queues work on the store. Skips it after the end of this connection, unless `always` is true. Work that
   * fails or hangs ends the connection, because the screen would show old rows as up to date (ST6).
   */
  function queueStoreWork(work: () => Promise<Event | null>, always = false): void {
    const isCurrent = generation.currentCheck()
    const broken: Event = { is: 'broken', why: 'store' }
    const dispatchToCurrent = generation.dispatcher()
    queue
      .add(async () => {
        if (!always && !isCurrent()) return null
        const hanging = setTimeout(dispatchToCurrent, HANGING_MS, broken)
        return work().finally(() => clearTimeout(hanging))
      })
      .then(
        (event) => {
          if (event) dispatchToCurrent(event)
        },
        () => dispatch(broken),
      )
  }

  function arm(effect: Effect & { do: 'arm' }): void {
    timers.arm(nameOf(effect), effect.ms, (lateMs) => {
      if (effect.timer === 'behind' || effect.timer === 'load-due')
        dispatch({ is: effect.timer, s: effect.s })
      else if (effect.timer === 'silence') dispatch({ is: 'silence', lateMs })
      else dispatch({ is: effect.timer })
    })
  }

  function load(s: string): null {
    const dispatchLoaded = generation.dispatcher()
    loads.load(s).then(
      (stream) => dispatchLoaded({ is: 'loaded', offer: cursorOf(stream) }),
      () => dispatchLoaded({ is: 'load-failed', s }),
    )
    return null
  }

  function perform(effect: Effect): void {
    switch (effect.do) {
      case 'get-token':
        socket.getToken(effect.fresh)
        break
      case 'open':
        socket.open(effect.token)
        break
      case 'close':
        socket.close()
        break
      case 'hello':
        queueStoreWork(() => socket.hello())
        break
      case 'send':
        socket.send(effect.frame)
        break
      case 'arm':
        arm(effect)
        break
      case 'disarm':
        timers.disarm(nameOf(effect))
        break
      case 'disarm-all':
        timers.clear()
        break
      case 'load':
        queueStoreWork(() => Promise.resolve(load(effect.s)))
        break
      case 'report':
        noteFailure(effect.what)
        break
      case 'confirm':
        parts.onUpToDate()
        queueStoreWork(() => performStoreEffect(replica, effect))
        break
      case 'learn':
      case 'ingest':
      case 'mark':
        queueStoreWork(() => performStoreEffect(replica, effect))
        break
      case 'reset':
      case 'revoke':
      case 'lock':
        queueStoreWork(() => performStoreEffect(replica, effect), true)
        break
    }
  }

  return {
    perform,
    forgetLoads: () => loads.forget(),
    sendEphemeral: (item) => socket.sendEphemeral(item),
    async stop() {
      timers.clear()
      socket.close()
      await queue.stop()
    },
  }
}

function nameOf(effect: Effect & { do: 'arm' | 'disarm' }): string {
  return effect.timer === 'behind' || effect.timer === 'load-due'
    ? `${effect.timer} ${effect.s}`
    : effect.timer
}
