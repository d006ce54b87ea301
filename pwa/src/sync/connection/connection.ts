// The leader's connection: performs the state machine's effects and sends it events.
import type { StreamRow } from '../../db/rows/rows'
import { startTimeSample, learnTime, steady } from '../../lib/clock'
import { noteFailure } from '../../lib/failures'
import type { Connection, ConnectionParts } from './connection-types'
import { isEphemeralItem, parseFrame, PROTOCOL, type ServerFrame } from './protocol'
import { newSession, step } from './session'
import type { Effect, Event } from './session-types'
import type { Wire } from './socket'
import { greeting, offerOf, store } from './store-effects'
import { type InOrder, makeStoreQueue } from './store-queue'
import { makeTimers } from './timers'

export function runConnection(parts: ConnectionParts): Connection {
  const { replica, endpoints, userId } = parts
  const queue = makeStoreQueue()
  const timers = makeTimers()
  const loads = new Map<string, Promise<StreamRow>>()
  const env = () => ({ now: steady(), random: parts.random })
  let session = newSession(parts.online, parts.visible, env())
  let wire: Wire | null = null
  let token: string | undefined
  let offered: Record<string, number> = {}
  /** CL6: counts connections. Work and events of an earlier connection are dropped. */
  let generation = 0
  let stopped = false
  let hasEphemeral = false
  let learnAnswerTime = startTimeSample()

  function dispatch(event: Event): void {
    if (stopped) return
    const [next, effects] = step(session, event, env())
    session = next
    for (const effect of effects) perform(effect)
    parts.changed(session)
  }

  /** A version of `dispatch` that ignores events after the connection `mine` has ended. */
  const dispatcher =
    (mine = generation) =>
    (event: Event): void => {
      if (mine === generation) dispatch(event)
    }

  /** Queues store work of this connection; `always`: also after its end. A failed write ends it. */
  function inOrder(work: () => Promise<Event | null>, always = false): void {
    const mine = generation
    const stale = (): boolean => stopped || (!always && mine !== generation)
    queue
      .add(() => (stale() ? Promise.resolve(null) : work()))
      .then(
        (event) => {
          if (event && mine === generation) dispatch(event)
        },
        () => dispatch({ is: 'broken', why: 'store' }),
      )
  }

  const unlessStopped: InOrder = (work) =>
    queue.add(() => (stopped ? Promise.reject(new Error('stopped')) : work()))

  function perform(effect: Effect): void {
    switch (effect.do) {
      case 'get-token':
        getToken(effect.fresh ? token : undefined)
        break
      case 'open':
        open(effect.token)
        break
      case 'close':
        close()
        break
      case 'hello':
        inOrder(hello)
        break
      case 'send':
        wire?.send(effect.frame)
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
        inOrder(() => Promise.resolve(load(effect.s)))
        break
      case 'report':
        noteFailure(effect.what)
        break
      case 'confirm':
        parts.current()
        inOrder(() => store(replica, effect))
        break
      case 'learn':
      case 'ingest':
      case 'mark':
        inOrder(() => store(replica, effect))
        break
      case 'reset':
      case 'revoke':
      case 'lock':
        inOrder(() => store(replica, effect), true)
        break
    }
  }

  function arm(effect: Effect & { do: 'arm' }): void {
    timers.arm(nameOf(effect), effect.ms, (late) => {
      if (effect.timer === 'behind' || effect.timer === 'load-due')
        dispatch({ is: effect.timer, s: effect.s })
      else if (effect.timer === 'silence') dispatch({ is: 'silence', late })
      else dispatch({ is: effect.timer })
    })
  }

  function getToken(rejected: string | undefined): void {
    const dispatchThis = dispatcher()
    parts.token(rejected).then(
      (access) => {
        if (access.is === 'token') token = access.token
        if (access.is === 'token') dispatchThis({ is: 'token', token: access.token })
        else dispatchThis({ is: access.is === 'signed-out' ? 'token-rejected' : 'token-unknown' })
      },
      () => dispatchThis({ is: 'token-unknown' }),
    )
  }

  function open(withToken: string): void {
    const mine = generation
    const current = (handle: () => void): void => {
      if (mine === generation) handle()
    }
    token = withToken
    wire = parts.openSocket({
      opened: () => current(() => dispatch({ is: 'opened' })),
      text: (data) => current(() => text(data)),
      closed: (code) => current(() => dispatch({ is: 'closed', code })),
    })
  }

  function close(): void {
    generation += 1
    hasEphemeral = false
    wire?.close()
    wire = null
  }

  async function hello(): Promise<null> {
    const { dev, subs } = await greeting(replica)
    offered = Object.fromEntries(subs.map((sub) => [sub.s, sub.c]))
    const { build, tab } = parts
    const vis = session.hiddenAt === null
    learnAnswerTime = startTimeSample()
    wire?.send({ t: 'hello', p: PROTOCOL, build, dev, tab, token: token ?? '', vis, subs })
    return null
  }

  function load(s: string): null {
    const dispatchLoaded = dispatcher()
    const loading =
      loads.get(s) ??
      import('../replica/bootstrap')
        .then(({ loadStream }) => loadStream(replica, endpoints, s, unlessStopped))
        .finally(() => loads.get(s) === loading && loads.delete(s))
    loads.set(s, loading)
    loading.then(
      (stream) => dispatchLoaded({ is: 'loaded', offer: offerOf(stream) }),
      () => dispatchLoaded({ is: 'load-failed', s }),
    )
    return null
  }

  function text(data: string): void {
    const frame = parseFrame(data)
    if (frame === null) dispatch({ is: 'broken', why: 'bad-frame' })
    else if (frame !== 'unknown') receive(frame)
  }

  function receive(frame: ServerFrame): void {
    if (frame.t === 'eph') {
      parts.ephemeral(frame.d.filter(isEphemeralItem))
      return
    }
    const isOk = frame.t === 'ok'
    if (isOk) learnAnswerTime(frame.now * 1000)
    else if (frame.t === 'hb') learnTime(frame.now * 1000)
    if (isOk) hasEphemeral = frame.eph === 1
    // Another user has signed in. Their rows and token must not be used with this replica.
    if (isOk && frame.user !== userId) dispatch({ is: 'signed-out' })
    else {
      const withFrame = isOk || frame.t === 'ch'
      dispatch((withFrame ? { is: frame.t, frame, offered } : { ...frame, is: frame.t }) as Event)
      if (isOk) parts.reached()
    }
  }

  return {
    dispatch,
    again() {
      loads.clear()
      dispatch({ is: 'again' })
    },
    send(item) {
      if (hasEphemeral) wire?.send({ t: 'eph', ...item })
    },
    async stop() {
      stopped = true
      timers.clear()
      close()
      await queue.idle()
    },
  }
}

function nameOf(effect: Effect & { do: 'arm' | 'disarm' }): string {
  return effect.timer === 'behind' || effect.timer === 'load-due'
    ? `${effect.timer} ${effect.s}`
    : effect.timer
}
