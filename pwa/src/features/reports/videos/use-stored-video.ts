// Stores a report's small video on this device for offline use, or deletes it.
import { useEffect, useState } from 'react'

import type { ReportRow } from '../../../db/rows/reports'
import { useLive, useSyncStatus } from '../../../live/live'
import { useToasts } from '../../../ui/feedback/toast'
import { deleteOrphanVideos, MAX_STORED_BYTES } from './stored-videos'
import { useIsStored } from '../queries'
import { bytesOf } from '../remote'

export interface OfflineVideo {
  /** 'none': there is no small video, or no network to fetch it. */
  is: 'none' | 'can' | 'coming' | 'kept'
  keep: () => void
  forget: () => void
}

export function useOfflineVideo({ video_kind, video_size, content }: ReportRow): OfflineVideo {
  const { replica } = useLive()
  const { link } = useSyncStatus()
  const toasts = useToasts()
  const [isComing, setComing] = useState(false)
  const url = content.video_url
  const isSmall =
    video_kind === 'upload' && url !== null && video_size !== null && video_size <= MAX_STORED_BYTES
  const isHere = useIsStored(url)
  useEffect(() => {
    // Best effort: runs again with the next report.
    void deleteOrphanVideos(replica).catch(() => undefined)
  }, [replica])
  const fetchIt = async (address: string) => {
    setComing(true)
    const bytes = await bytesOf(address)
    const isStored =
      bytes !== null &&
      (await replica.file_bytes.put({ id: address, bytes }).then(
        () => true,
        () => false,
      ))
    setComing(false)
    if (!isStored)
      toasts.show({ tone: 'error', title: 'The video could not be kept', body: 'Please try again.' })
  }
  return {
    is:
      !isSmall || isHere === undefined
        ? 'none'
        : isHere
          ? 'kept'
          : isComing
            ? 'coming'
            : link.is === 'offline'
              ? 'none'
              : 'can',
    keep: () => void (url !== null && fetchIt(url)),
    forget: () => void (url !== null && replica.file_bytes.delete(url)),
  }
}
