// Hooks for the URL of a file's picture: from bytes on this device, or a signed URL from the server.
import { useEffect, useState } from 'react'

import { useLive, useSyncStatus } from '../../../live/live'
import { storePicture, storedPicture } from './thumbnails'
import { addressOf, bytesAt, type Variant } from '../remote'

export type Picture = { is: 'coming' } | { is: 'at'; href: string } | { is: 'none' }
const COMING: Picture = { is: 'coming' }
const NONE: Picture = { is: 'none' }
const SMALL = 'image/webp'
/** Retry delays. The server makes a thumbnail within seconds of the upload. */
const AGAIN_MS = [1_500, 4_000, 10_000]

/** The full picture of a message's file. */
export function useWholePicture(url: string): Shown {
  return usePicture(url, 'file', null)
}

/** The thumbnail of a message's file. It is stored on this device after the first load. */
export function useSmallPicture(messageId: string, url: string): Shown {
  return usePicture(url, 'preview', messageId)
}

interface Shown {
  picture: Picture
  failed: () => void
}

/** Requests a new URL when the browser cannot load the current one, because signed URLs expire. */
function usePicture(url: string, variant: Variant, messageId: string | null): Shown {
  const { replica } = useLive()
  const { link } = useSyncStatus()
  const [picture, setPicture] = useState<Picture>(COMING)
  const [again, setAgain] = useState<{ tries: number; failedHref?: string }>({ tries: 0 })
  const isOnline = link.is !== 'offline'
  useEffect(() => {
    let isCurrent = true
    let timer: ReturnType<typeof setTimeout> | undefined
    let objectUrl: string | null = null
    const draw = (bytes: ArrayBuffer) => {
      if (!isCurrent) return
      objectUrl = URL.createObjectURL(new Blob([bytes], { type: SMALL }))
      setPicture({ is: 'at', href: objectUrl })
    }
    const show = async () => {
      const here = messageId === null ? null : await storedPicture(replica, messageId)
      if (here !== null) {
        draw(here)
        return
      }
      const address = await addressOf(url, variant, again.failedHref)
      const bytes = address.is === 'at' && messageId !== null ? await bytesAt(address.href) : null
      if (!isCurrent) return
      const pause = AGAIN_MS[again.tries]
      if (bytes !== null && messageId !== null) {
        draw(bytes)
        // If storing fails, the thumbnail loads again the next time.
        void storePicture(replica, messageId, bytes).catch(() => undefined)
      } else if (address.is === 'at') setPicture(address)
      else if (address.is === 'none' && address.isComing && pause !== undefined)
        timer = setTimeout(() => setAgain({ tries: again.tries + 1 }), pause)
      else setPicture(NONE)
    }
    show().catch(() => setPicture(NONE))
    return () => {
      isCurrent = false
      clearTimeout(timer)
      if (objectUrl !== null) URL.revokeObjectURL(objectUrl)
    }
  }, [replica, url, variant, messageId, again, isOnline])
  const failed = () => {
    if (picture.is === 'at' && again.tries < AGAIN_MS.length)
      setAgain({ tries: again.tries + 1, failedHref: picture.href })
    else setPicture(NONE)
  }
  return { picture, failed }
}

/** URL of the picture of a file whose bytes are on this device, or null if there is none. */
export function useLocalPicture(key: string | null, type: string): string | null {
  const { replica } = useLive()
  const [href, setHref] = useState<string | null>(null)
  useEffect(() => {
    if (key === null) return
    let objectUrl: string | null = null
    let isCurrent = true
    replica.file_bytes.get(key).then(
      (stored) => {
        if (stored === undefined || !isCurrent) return
        objectUrl = URL.createObjectURL(new Blob([stored.bytes], { type }))
        setHref(objectUrl)
      },
      () => undefined,
    )
    return () => {
      isCurrent = false
      if (objectUrl !== null) URL.revokeObjectURL(objectUrl)
    }
  }, [replica, key, type])
  return href
}
