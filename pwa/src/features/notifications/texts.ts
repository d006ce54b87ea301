// Texts of the Notifications tab about saving, loading, and the channels of notifications.
import type { PushState } from './push/push'

export const SAVED = 'Notification preferences updated'
export const NOT_SAVED = 'Failed to update notification preferences. Please try again.'

/** The channels of notifications. Push is listed only if it works; if the user can turn it on, the text says how. */
export function channelsText(push: PushState | null, hasDevices: boolean): string {
  switch (push?.is) {
    case 'off':
    case 'home-screen':
    case 'lost':
      if (!hasDevices) return 'In the app and by email. Push is off: turn it on under Devices.'
      break
    case 'on':
      break
    // The section Devices shows what to do about it.
    case 'denied':
    case 'unsupported':
    case undefined:
      if (!hasDevices) return 'In the app and by email.'
  }
  return 'By push, in the app and by email.'
}
