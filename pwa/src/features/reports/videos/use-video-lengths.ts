// The lengths of uploaded videos. The device measures each one once, from the beginning of the file.
import { useEffect, useState } from 'react'

import type { ReportRow } from '../../../db/rows/reports'
import { useLive, useStored, useSyncStatus } from '../../../live/live'
import { addressOf } from '../remote'

const KEY = 'video-length:'
const NONE: ReadonlyMap<string, number> = new Map()

/** Seconds by the video's URL. Measures the missing ones of `reports`, one after the other, while online. */
export function useVideoLengths(reports: readonly ReportRow[]): ReadonlyMap<string, number> {
  const { replica } = useLive()
  const { link } = useSyncStatus()
  const lengths = useStored(async ({ meta }) => {
    const rows = await meta.where('k').startsWith(KEY).toArray()
    return new Map(rows.map(({ k, value }) => [k.slice(KEY.length), Number(value)]))
  }, [])
  // Videos that this browser cannot measure. They are skipped, so that the others are measured.
  const [failed, setFailed] = useState<readonly string[]>([])
  const missing = reports.find(
    ({ video_kind, content: { video_url } }) =>
      video_kind === 'upload' && lengths?.has(video_url ?? '') === false && !failed.includes(video_url ?? ''),
  )
  const url = link.is === 'live' ? (missing?.content.video_url ?? null) : null
  useEffect(() => {
    if (url === null) return
    let isCurrent = true
    const fail = () => {
      if (isCurrent) setFailed((before) => [...before, url])
    }
    const video = document.createElement('video')
    video.preload = 'metadata'
    video.onloadedmetadata = () => {
      if (!Number.isFinite(video.duration)) fail()
      else if (isCurrent) void replica.meta.put({ k: KEY + url, value: video.duration })
    }
    video.onerror = fail
    void addressOf(url).then((address) => {
      if (address.is !== 'at') fail()
      else if (isCurrent) video.src = address.href
    })
    return () => {
      isCurrent = false
      video.removeAttribute('src')
      // Ends the download.
      video.load()
    }
  }, [url, replica])
  return lengths ?? NONE
}
