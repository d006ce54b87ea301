// Push state of this browser: reads it from the browser, subscribes, and stores the subscription on the
// server.
import { recall, remember } from '../../../lib/storage'
import { onResponse } from '../../../lib/time/slow-response'
import * as remote from '../remote'

export type PushState =
  /** This browser does not support push. */
  | { is: 'unsupported' }
  /** On an iPhone only the app on the Home Screen receives push. */
  | { is: 'home-screen' }
  /** The user has denied the permission; only the browser's settings can change that. */
  | { is: 'denied' }
  | { is: 'off' }
  /** `fingerprint` identifies the device row of this browser's subscription. */
  | { is: 'on'; fingerprint: string }
  /** Push was on, but the browser has lost its subscription. */
  | { is: 'lost' }

/** The storage key of the id of the user who has turned push on at this device. */
const ENABLED_FOR = 'push_wanted'

function isIos(): boolean {
  return (
    /iPhone|iPad|iPod/.test(navigator.userAgent) ||
    (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1)
  )
}

function isSupported(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis
}

export async function pushState(userId: string): Promise<PushState> {
  if (!isSupported()) return { is: isIos() ? 'home-screen' : 'unsupported' }
  if (Notification.permission === 'denied') return { is: 'denied' }
  if (recall(ENABLED_FOR) !== userId) return { is: 'off' }
  const subscription = await currentSubscription()
  return subscription === null
    ? { is: 'lost' }
    : { is: 'on', fingerprint: await fingerprintOf(subscription.endpoint) }
}

export type TurnOnResult = 'on' | 'denied' | 'no-connection' | 'unavailable'

/**
 * Asks for permission, subscribes and stores the subscription on the server. Call it only after a user
 * gesture.
 */
export async function turnOn(userId: string): Promise<TurnOnResult> {
  if ((await Notification.requestPermission()) !== 'granted') return 'denied'
  const key = await remote.fetchKey()
  if (key === null) return 'no-connection'
  // Without a service worker the browser never responds.
  const subscription = await new Promise<PushSubscription | null>((resolve) => {
    onResponse(subscribe(key), resolve, null)
  })
  if (subscription === null) return 'unavailable'
  if (!(await storeSubscription(subscription))) return 'no-connection'
  remember(ENABLED_FOR, userId)
  return 'on'
}

/** Unsubscribes the browser. If the server cannot be reached now, it learns this from the next push, which fails. */
export async function turnOff(deviceId: string | undefined): Promise<void> {
  remember(ENABLED_FOR, null)
  await (await currentSubscription())?.unsubscribe()
  if (deviceId !== undefined) await remote.removeDevice(deviceId)
}

/**
 * Runs at each start: restores a lost subscription and stores it on the server, if this user turned push on
 * here.
 */
export async function checkPush(userId: string): Promise<void> {
  if (!isSupported() || recall(ENABLED_FOR) !== userId || Notification.permission !== 'granted') return
  const key = await remote.fetchKey()
  if (key === null) return
  const subscription = await subscribe(key)
  if (subscription !== null) await storeSubscription(subscription)
}

async function currentSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? null
}

/** Returns the browser's subscription for the server's current key, and replaces one for another key. */
async function subscribe(key: string): Promise<PushSubscription | null> {
  try {
    const { pushManager } = await navigator.serviceWorker.ready
    const existing = await pushManager.getSubscription()
    if (existing !== null && keyOf(existing) === key) return existing
    await existing?.unsubscribe()
    return await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
  } catch {
    return null
  }
}

function keyOf({ options }: PushSubscription): string | null {
  const { applicationServerKey: key } = options
  if (key === null) return null
  return btoa(String.fromCharCode(...new Uint8Array(key)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}

async function storeSubscription(subscription: PushSubscription): Promise<boolean> {
  const { endpoint, keys } = subscription.toJSON()
  if (endpoint === undefined || keys?.['p256dh'] === undefined || keys['auth'] === undefined) return false
  return remote.saveDevice(endpoint, keys['p256dh'], keys['auth'])
}

async function fingerprintOf(endpoint: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
