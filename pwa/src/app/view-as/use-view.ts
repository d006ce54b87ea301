// What an admin sees of a client's screens: asked for once, and again when they say so. Each time is in the audit log.
import { useCallback, useEffect, useState } from 'react'

import { NoAnswer, ownApi, viewWith } from '../../api/client'
import { noteFailure } from '../../lib/failures'
import { frozen } from '../../live/frozen'
import { noted, useLive, type Live } from '../../live/live'

export type View =
  | { is: 'loading' }
  | { is: 'failed'; message: string }
  | { is: 'ready'; live: Live; at: string; token: string }

const FAILED = 'Error loading client data. Please try again later.'
const GONE = 'Client not found'

export function useView(clientId: string): { view: View; again: () => void } {
  const { replica } = useLive()
  const [view, setView] = useState<View>({ is: 'loading' })
  const [round, setRound] = useState(0)
  useEffect(() => {
    let wanted = true
    const look = async () => {
      const zone = (await noted(replica.meta.get('zone')))?.value
      const next = await ask(clientId, typeof zone === 'string' ? zone : undefined)
      if (!wanted) return
      if (next.is === 'ready') viewWith(next.token)
      setView(next)
    }
    look().catch((error: unknown) => noteFailure('store', error))
    return () => {
      wanted = false
    }
  }, [replica, clientId, round])
  // Before what was viewed has gone from the screen, nothing of it may ask as the admin.
  useEffect(() => () => viewWith(null), [])
  return { view, again: useCallback(() => setRound((before) => before + 1), []) }
}

async function ask(client_id: string, zone: string | undefined): Promise<View> {
  try {
    const { data, response } = await ownApi.POST('/rest/v1/client_views', { body: { client_id } })
    if (data === undefined) return { is: 'failed', message: response.status === 404 ? GONE : FAILED }
    return { is: 'ready', token: data.token, live: await frozen({ client_id, ...data }, zone), at: data.at }
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error
    return { is: 'failed', message: FAILED }
  }
}
