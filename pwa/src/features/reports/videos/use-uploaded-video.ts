// The source of an uploaded video: its bytes on this device, or a signed URL that is valid for five minutes
// and renewed.
import { useCallback, useEffect, useRef, useState } from 'react'

import { whenAnswered } from '../../../lib/slow-response'
import { useLive } from '../../../live/live'
import { storedVideo } from './stored-videos'
import { addressOf, type FileAddress, newAddressOf } from '../remote'
import { videoTypeOf } from './rules'

export type Source =
  | { is: 'coming' }
  /** `from` is the second to continue at; `paused` if it was paused there. */
  | { is: 'at'; href: string; from: number; paused: boolean }
  | { is: 'failed'; why: string }

/** How many signed URLs in a row are requested without at least one second of playback between them. */
const TRIES = 3
const WHY = {
  offline: 'The video needs a connection.',
  none: 'The video is not there any more.',
  gone: 'The video is not there any more.',
  broken: 'This browser cannot play the video.',
}

export interface UploadedVideo {
  source: Source
  /** Called when the player fails at this second. */
  onBroken: (at: number, paused: boolean) => void
  onPlayed: (at: number) => void
  again: () => void
}

export function useUploadedVideo(url: string, name: string): UploadedVideo {
  const { replica } = useLive()
  const [source, setSource] = useState<Source>({ is: 'coming' })
  const tries = useRef(0)
  const place = useRef({ at: 0, paused: false })
  const ask = useCallback(
    (isNew: boolean): (() => void) => {
      const hear = (found: FileAddress) =>
        setSource(found.is === 'at' ? { is: 'at', href: found.href, from: place.current.at, paused: place.current.paused } : { is: 'failed', why: WHY[found.is] })
      return whenAnswered(isNew ? newAddressOf(url) : addressOf(url), hear, { is: 'offline' })
    },
    [url],
  )
  useEffect(() => {
    let made: string | null = null
    let wanted = true
    let stop = (): void => undefined
    const begin = async () => {
      const bytes = await storedVideo(replica, url)
      if (!wanted) return
      if (bytes === null) {
        stop = ask(false)
        return
      }
      made = URL.createObjectURL(new Blob([bytes], { type: videoTypeOf(name) }))
      setSource({ is: 'at', href: made, from: 0, paused: false })
    }
    begin().catch(() => setSource({ is: 'failed', why: WHY.broken }))
    return () => {
      wanted = false
      stop()
      if (made !== null) URL.revokeObjectURL(made)
    }
  }, [replica, url, name, ask])
  const onBroken = (at: number, paused: boolean) => {
    tries.current += 1
    place.current = { at, paused }
    if (tries.current > TRIES) setSource({ is: 'failed', why: WHY.broken })
    else ask(true)
  }
  const onPlayed = (at: number) => {
    if (at > place.current.at + 1) tries.current = 0
  }
  const again = () => {
    tries.current = 0
    setSource({ is: 'coming' })
    ask(true)
  }
  return { source, onBroken, onPlayed, again }
}
