// The source of an uploaded video: its bytes on this device, or a signed URL that is valid for five minutes
// and renewed.
import { useCallback, useEffect, useRef, useState } from 'react'

import { onResponse } from '../../../lib/time/slow-response'
import { useLive } from '../../../live/live'
import { storedVideo } from './stored-videos'
import { addressOf, type FileAddress, newAddressOf } from '../remote'
import { videoTypeOf } from './rules'

export type Source =
  | { is: 'loading' }
  /** `from` is the second to continue at; `paused` if it was paused there. */
  | { is: 'at'; href: string; from: number; paused: boolean }
  | { is: 'failed'; reason: string }

/** How many signed URLs in a row are requested without at least one second of playback between them. */
const MAX_ATTEMPTS = 3
const ERRORS = {
  offline: 'The video needs a connection.',
  none: 'The video is no longer available.',
  gone: 'The video is no longer available.',
  broken: 'This browser cannot play the video.',
}

export interface UploadedVideo {
  source: Source
  /** Called when the player fails at this second. */
  onBroken: (at: number, paused: boolean) => void
  onProgress: (at: number) => void
  retry: () => void
}

export function useUploadedVideo(url: string, name: string): UploadedVideo {
  const { replica } = useLive()
  const [source, setSource] = useState<Source>({ is: 'loading' })
  const attempts = useRef(0)
  /** Where the next address continues: the second, and whether the video was paused. */
  const position = useRef({ at: 0, paused: false })
  const load = useCallback(
    (isNew: boolean): (() => void) => {
      const receive = (response: FileAddress) =>
        setSource(
          response.is === 'at'
            ? { is: 'at', href: response.href, from: position.current.at, paused: position.current.paused }
            : { is: 'failed', reason: ERRORS[response.is] },
        )
      return onResponse(isNew ? newAddressOf(url) : addressOf(url), receive, { is: 'offline' })
    },
    [url],
  )
  useEffect(() => {
    let objectUrl: string | null = null
    let isCurrent = true
    let stop = (): void => undefined
    const begin = async () => {
      const bytes = await storedVideo(replica, url)
      if (!isCurrent) return
      if (bytes === null) {
        stop = load(false)
        return
      }
      objectUrl = URL.createObjectURL(new Blob([bytes], { type: videoTypeOf(name) }))
      setSource({ is: 'at', href: objectUrl, from: 0, paused: false })
    }
    begin().catch(() => setSource({ is: 'failed', reason: ERRORS.broken }))
    return () => {
      isCurrent = false
      stop()
      if (objectUrl !== null) URL.revokeObjectURL(objectUrl)
    }
  }, [replica, url, name, load])
  const onBroken = (at: number, paused: boolean) => {
    attempts.current += 1
    position.current = { at, paused }
    if (attempts.current > MAX_ATTEMPTS) setSource({ is: 'failed', reason: ERRORS.broken })
    else load(true)
  }
  const onProgress = (at: number) => {
    if (at > position.current.at + 1) attempts.current = 0
  }
  const retry = () => {
    attempts.current = 0
    setSource({ is: 'loading' })
    load(true)
  }
  return { source, onBroken, onProgress, retry }
}
