// Hooks for the URL of a file's picture: from bytes on this device, or a signed URL from the server.
import { useEffect, useState } from 'react'

import { useLive, useSyncStatus } from '../../../live/live'
import { storePicture, storedPicture } from './thumbnails'
import { addressOf, bytesAt, type Variant } from '../remote'

export type Picture = { is: 'loading' } | { is: 'at'; href: string } | { is: 'none' }
const LOADING: Picture = { is: 'loading' }
const NONE: Picture = { is: 'none' }
const THUMBNAIL_TYPE = 'image/webp'
/** Delays of the retries. The server makes a thumbnail within seconds of the upload. */
const RETRY_MS = [1_500, 4_000, 10_000]

/** The full picture of a message's file. */
export function useFullPicture(url: string): LoadedPicture {
  return usePicture(url, 'file', null)
}

/** The thumbnail of a message's file. It is stored on this device after the first load. */
export function useSmallPicture(messageId: string, url: string): LoadedPicture {
  return usePicture(url, 'preview', messageId)
}

interface LoadedPicture {
  picture: Picture
  /** Call it when the browser cannot load the picture. */
  onFailed: () => void
}

/** Requests a new URL when the browser cannot load the current one, because signed URLs expire. */
function usePicture(url: string, variant: Variant, messageId: string | null): LoadedPicture {
  const { replica } = useLive()
  const { link } = useSyncStatus()
  const [picture, setPicture] = useState<Picture>(LOADING)
  const [retry, setRetry] = useState<{ tries: number; failedHref?: string }>({ tries: 0 })
  const isOnline = link.is !== 'offline'
  useEffect(() => {
    let isCurrent = true
    let timer: ReturnType<typeof setTimeout> | undefined
    let objectUrl: string | null = null
    const showBytes = (bytes: ArrayBuffer) => {
      if (!isCurrent) return
      objectUrl = URL.createObjectURL(new Blob([bytes], { type: THUMBNAIL_TYPE }))
      setPicture({ is: 'at', href: objectUrl })
    }
    const show = async () => {
      const storedBytes = messageId === null ? null : await storedPicture(replica, messageId)
      if (storedBytes !== null) {
        showBytes(storedBytes)
        return
      }
      const address = await addressOf(url, variant, retry.failedHref)
      const bytes = address.is === 'at' && messageId !== null ? await bytesAt(address.href) : null
      if (!isCurrent) return
      const pause = RETRY_MS[retry.tries]
      if (bytes !== null && messageId !== null) {
        showBytes(bytes)
        // If storing fails, the thumbnail loads again the next time.
        void storePicture(replica, messageId, bytes).catch(() => undefined)
      } else if (address.is === 'at') setPicture(address)
      else if (address.is === 'none' && address.isComing && pause !== undefined)
        timer = setTimeout(() => setRetry({ tries: retry.tries + 1 }), pause)
      else setPicture(NONE)
    }
    show().catch(() => setPicture(NONE))
    return () => {
      isCurrent = false
      clearTimeout(timer)
      if (objectUrl !== null) URL.revokeObjectURL(objectUrl)
    }
  }, [replica, url, variant, messageId, retry, isOnline])
  const onFailed = () => {
    if (picture.is === 'at' && retry.tries < RETRY_MS.length)
      setRetry({ tries: retry.tries + 1, failedHref: picture.href })
    else setPicture(NONE)
  }
  return { picture, onFailed }
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
