// The actions of Google Analytics 4 that its state allows. Pure.
import { ArrowLeftRight, BookOpen, Keyboard, type LucideIcon, PlugZap, RefreshCw, Unplug } from 'lucide-react'

import type { Sources } from '../queries'

/** The dialog that an action opens. */
export type DialogKind = 'connect' | 'reconnect' | 'refresh' | 'disconnect' | 'manual' | 'guide'

interface Action {
  what: DialogKind
  text: string
  Icon: LucideIcon
}
const CONNECT: Action = { what: 'connect', text: 'Connect', Icon: PlugZap }
const CHOOSE: Action = { what: 'connect', text: 'Choose property', Icon: PlugZap }
const REFRESH: Action = { what: 'refresh', text: 'Refresh', Icon: RefreshCw }
const CHANGE: Action = { what: 'connect', text: 'Change Property', Icon: ArrowLeftRight }
const RECONNECT: Action = { what: 'reconnect', text: 'Reconnect', Icon: PlugZap }
const MANUAL: Action = { what: 'manual', text: 'Connect manually', Icon: Keyboard }
const GUIDE: Action = { what: 'guide', text: 'Setup guide', Icon: BookOpen }
const DISCONNECT: Action = { what: 'disconnect', text: 'Disconnect', Icon: Unplug }

/** `main` is the action that fits the state; `more` are the other actions, in the order of the menu. */
export function actionsOf({ analytics, hasProperty }: Sources): { main: Action; more: readonly Action[] } {
  const hasAccount = (analytics?.connected_account ?? null) !== null
  const needsConsent = analytics?.status === 'error' && /reconnect/i.test(analytics.error)
  const main = mainAction(hasProperty, hasAccount, needsConsent)
  const more = [
    ...(hasProperty && !needsConsent && hasAccount ? [CHANGE] : []),
    ...((hasProperty || hasAccount) && main !== RECONNECT ? [RECONNECT] : []),
    ...(hasProperty && needsConsent ? [] : [MANUAL]),
    GUIDE,
    ...(hasProperty || hasAccount ? [DISCONNECT] : []),
  ]
  return { main, more }
}

function mainAction(hasProperty: boolean, hasAccount: boolean, needsConsent: boolean): Action {
  if (!hasProperty) return hasAccount ? CHOOSE : CONNECT
  return needsConsent ? RECONNECT : REFRESH
}
