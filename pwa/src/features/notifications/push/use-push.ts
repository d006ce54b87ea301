// Actions on push notifications of this device, one at a time, with the last error text.
import { useCallback, useEffect, useState } from 'react'

import type { PushDeviceRow } from '../../../db/rows/notices'
import { useLive } from '../../../live/live'
import { useToasts } from '../../../ui/feedback/toast'
import { removeDevice, testDevice } from '../remote'
import * as push from './push'

const PROBLEMS = {
  denied: 'Notifications are still blocked.',
  'no-connection': 'No connection to the server. Check your network and try again.',
  unavailable: 'This browser could not reach its notification service. Try again later.',
}

export interface Push {
  /** Null until the browser's state has been read. */
  state: push.PushState | null
  /** The running action: `on`, or `off` or `test` with the device's id; null if there is none. */
  busy: string | null
  problem: string | null
  turnOn: () => void
  turnOff: (device: PushDeviceRow, isOwn: boolean) => void
  test: (device: PushDeviceRow) => void
}

export function usePush(): Push {
  const toasts = useToasts()
  const { userId } = useLive()
  const [state, setState] = useState<push.PushState | null>(null)
  const [busy, setBusy] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const refresh = useCallback(() => push.pushState(userId).then(setState), [userId])
  useEffect(() => void refresh(), [refresh])

  const run = async (action: string, work: () => Promise<string | null>) => {
    if (busy !== null) return
    setBusy(action)
    setProblem(null)
    try {
      setProblem(await work())
      await refresh()
    } finally {
      setBusy(null)
    }
  }
  return {
    state,
    busy,
    problem,
    turnOn: () =>
      void run('on', async () => {
        const outcome = await push.turnOn(userId)
        if (outcome === 'on') toasts.show({ tone: 'success', title: 'This device will notify you' })
        // The first denial needs no error, because the screen then shows how to allow notifications.
        if (outcome === 'on' || (outcome === 'denied' && state?.is !== 'denied')) return null
        return PROBLEMS[outcome]
      }),
    turnOff: (device, isOwn) =>
      void run(`off ${device.id}`, async () => {
        if (isOwn) await push.turnOff(device.id)
        else if (!(await removeDevice(device.id))) return PROBLEMS['no-connection']
        return null
      }),
    test: (device) =>
      void run(`test ${device.id}`, async () => {
        if (!(await testDevice(device.id))) return PROBLEMS['no-connection']
        toasts.show({
          tone: 'success',
          title: 'A notification is on its way',
          body: 'If it does not come within a minute, press Repair.',
        })
        return null
      }),
  }
}
