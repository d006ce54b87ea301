// Hooks that save the notification switches and the quiet hours.
import { NO_CLIENT } from '../../lib/text/client-errors'
import { type Preferences, savePreferences, saveSwitches } from './remote'
import { type Saving, useSaving } from './use-saving'

type Choice = { messages?: boolean; reports?: boolean }

/** Clients store the switches in their client row, admins in their notification preferences. */
export function useSwitches(isClient: boolean): Saving<Choice> {
  return useSaving<Choice>(async ({ messages, reports }) => {
    if (!isClient)
      return savePreferences({
        ...(messages !== undefined && { messages }),
        ...(reports !== undefined && { reports }),
      })
    const saved = await saveSwitches({
      ...(messages !== undefined && { notify_messages: messages }),
      ...(reports !== undefined && { notify_reports: reports }),
    })
    return saved === 'no-client' ? NO_CLIENT : saved
  })
}

/** Saves quiet hours in the time zone `zone`. */
export function useQuietHours(zone: string): Saving<Preferences> {
  return useSaving<Preferences>((choice) => savePreferences({ ...choice, zone }))
}
