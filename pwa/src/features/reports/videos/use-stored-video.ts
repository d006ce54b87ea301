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
  is: 'none' | 'available' | 'loading' | 'stored'
  store: () => void
  remove: () => void
}

export function useOfflineVideo({ video_kind, video_size, content }: ReportRow): OfflineVideo {
  const { replica } = useLive()
  const { link } = useSyncStatus()
  const toasts = useToasts()
  const [isLoading, setLoading] = useState(false)
  const url = content.video_url
  const isSmall =
    video_kind === 'upload' && url !== null && video_size !== null && video_size <= MAX_STORED_BYTES
  const isStored = useIsStored(url)
  useEffect(() => {
    // Ignore a failure: this runs again with the next report.
    void deleteOrphanVideos(replica).catch(() => undefined)
  }, [replica])
  const fetchVideo = async (address: string) => {
    setLoading(true)
    const bytes = await bytesOf(address)
    const isSaved =
      bytes !== null &&
      (await replica.file_bytes.put({ id: address, bytes }).then(
        () => true,
        () => false,
      ))
    setLoading(false)
    if (!isSaved)
      toasts.show({ tone: 'error', title: 'The video could not be stored', body: 'Please try again.' })
  }
  return {
    is:
      !isSmall || isStored === undefined
        ? 'none'
        : isStored
          ? 'stored'
          : isLoading
            ? 'loading'
            : link.is === 'offline'
              ? 'none'
              : 'available',
    store: () => void (url !== null && fetchVideo(url)),
    remove: () => void (url !== null && replica.file_bytes.delete(url)),
  }
}
