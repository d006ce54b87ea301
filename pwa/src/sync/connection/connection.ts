// The connection of the leading tab: passes events to the state machine and performs the resulting effects.
import { steady } from '../../lib/time/clock'
import type { Connection, ConnectionParts } from './connection-types'
import { makeEffects } from './effects'
import { newSession, step } from './session'
import type { Event } from './session-types'

export function runConnection(parts: ConnectionParts): Connection {
  const env = () => ({ now: steady(), random: parts.random })
  let session = newSession(parts.online, parts.visible, env())
  let stopped = false
  const effects = makeEffects({ ...parts, dispatch, isVisible: () => session.hiddenAt === null })

  function dispatch(event: Event): void {
    if (stopped) return
    const [next, toPerform] = step(session, event, env())
    session = next
    for (const effect of toPerform) effects.perform(effect)
    parts.onChange(session)
  }

  return {
    dispatch,
    reconnect() {
      effects.forgetLoads()
      dispatch({ is: 'again' })
    },
    send: (item) => effects.sendEphemeral(item),
    async stop() {
      stopped = true
      await effects.stop()
    },
  }
}
