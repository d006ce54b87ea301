// The leader's connection: performs the state machine's effects and sends it events.
import { startTimeSample, learnTime, steady } from '../../lib/time/clock'
import { noteFailure } from '../../lib/failures'
import { makeWorkQueue } from '../../lib/work-queue'
import type { Connection, ConnectionParts } from './connection-types'
import { isEphemeralItem, type OkFrame, parseFrame, PROTOCOL, type ServerFrame } from './protocol'
import { newSession, step } from './session'
import type { Effect, Event } from './session-types'
import type { Wire } from './socket'
import { greeting, offerOf, store } from './store-effects'
import { makeStreamLoads } from './stream-loads'
import { makeTimers } from './timers'

export function runConnection(parts: ConnectionParts): Connection {
  const { replica, endpoints, userId } = parts
  const queue = makeWorkQueue()
  const timers = makeTimers()
  const loads = makeStreamLoads(replica, endpoints, queue.add)
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
    queue
      .add(() => (always || mine === generation ? work() : Promise.resolve(null)))
      .then(
        (event) => {
          if (event && mine === generation) dispatch(event)
        },
        () => dispatch({ is: 'broken', why: 'store' }),
      )
  }

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
    const unlessEnded = (handle: () => void): void => {
      if (mine === generation) handle()
    }
    token = withToken
    wire = parts.openSocket({
      opened: () => unlessEnded(() => dispatch({ is: 'opened' })),
      text: (data) => unlessEnded(() => receiveText(data)),
      closed: (code) => unlessEnded(() => dispatch({ is: 'closed', code })),
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
    loads.load(s).then(
      (stream) => dispatchLoaded({ is: 'loaded', offer: offerOf(stream) }),
      () => dispatchLoaded({ is: 'load-failed', s }),
    )
    return null
  }

  function receiveText(data: string): void {
    const frame = parseFrame(data)
    if (frame === null) dispatch({ is: 'broken', why: 'bad-frame' })
    else if (frame !== 'unknown') receive(frame)
  }

  function receive(frame: ServerFrame): void {
    if (frame.t === 'eph') parts.ephemeral(frame.d.filter(isEphemeralItem))
    else if (frame.t === 'ok') receiveOk(frame)
    else if (frame.t === 'ch') dispatch({ is: 'ch', frame })
    else {
      if (frame.t === 'hb') learnTime(frame.now * 1000)
      dispatch({ ...frame, is: frame.t } as Event)
    }
  }

  function receiveOk(frame: OkFrame): void {
    learnAnswerTime(frame.now * 1000)
    hasEphemeral = frame.eph === 1
    // Another user has signed in. Their rows and token must not be used with this replica.
    if (frame.user !== userId) {
      dispatch({ is: 'signed-out' })
      return
    }
    dispatch({ is: 'ok', frame, offered })
    parts.reached()
  }

  return {
    dispatch,
    again() {
      loads.forget()
      dispatch({ is: 'again' })
    },
    send(item) {
      if (hasEphemeral) wire?.send({ t: 'eph', ...item })
    },
    async stop() {
      stopped = true
      timers.clear()
      close()
      await queue.stop()
    },
  }
}

function nameOf(effect: Effect & { do: 'arm' | 'disarm' }): string {
  return effect.timer === 'behind' || effect.timer === 'load-due'
    ? `${effect.timer} ${effect.s}`
    : effect.timer
}
