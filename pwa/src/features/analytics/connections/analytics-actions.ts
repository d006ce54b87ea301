// The actions of Google Analytics 4 that its state allows.
import { ArrowLeftRight, BookOpen, Keyboard, type LucideIcon, PlugZap, RefreshCw, Unplug } from 'lucide-react'

import type { Sources } from '../queries'
import { needsConsent } from '../rules'

/** The dialog that an action opens. */
export type DialogKind = 'connect' | 'reconnect' | 'refresh' | 'disconnect' | 'manual' | 'guide'

interface Action {
  kind: DialogKind
  text: string
  Icon: LucideIcon
}
const CONNECT: Action = { kind: 'connect', text: 'Connect', Icon: PlugZap }
const CHOOSE: Action = { kind: 'connect', text: 'Choose property', Icon: PlugZap }
const REFRESH: Action = { kind: 'refresh', text: 'Refresh', Icon: RefreshCw }
const CHANGE: Action = { kind: 'connect', text: 'Change Property', Icon: ArrowLeftRight }
const RECONNECT: Action = { kind: 'reconnect', text: 'Reconnect', Icon: PlugZap }
const MANUAL: Action = { kind: 'manual', text: 'Connect manually', Icon: Keyboard }
const GUIDE: Action = { kind: 'guide', text: 'Setup guide', Icon: BookOpen }
const DISCONNECT: Action = { kind: 'disconnect', text: 'Disconnect', Icon: Unplug }

/** `main` is the action that fits the state; `more` are the other actions, in the order of the menu. */
export function actionsOf({ analytics, hasProperty }: Sources): { main: Action; more: readonly Action[] } {
  const hasAccount = (analytics?.connected_account ?? null) !== null
  const mustReconnect = needsConsent(analytics)
  const main = mainAction(hasProperty, hasAccount, mustReconnect)
  const more = [
    ...(hasProperty && !mustReconnect && hasAccount ? [CHANGE] : []),
    ...((hasProperty || hasAccount) && main !== RECONNECT ? [RECONNECT] : []),
    ...(hasProperty && mustReconnect ? [] : [MANUAL]),
    GUIDE,
    ...(hasProperty || hasAccount ? [DISCONNECT] : []),
  ]
  return { main, more }
}

function mainAction(hasProperty: boolean, hasAccount: boolean, mustReconnect: boolean): Action {
  if (!hasProperty) return hasAccount ? CHOOSE : CONNECT
  return mustReconnect ? RECONNECT : REFRESH
}
