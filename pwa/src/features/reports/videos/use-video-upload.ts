// State of a video upload: chosen, sending with progress, stopped, retried, and stored on the server.
import { useEffect, useRef, useState } from 'react'

import { uuid7 } from '../../../lib/uuid7'
import { useToasts } from '../../../ui/feedback/toast'
import { sendVideo, type Upcoming } from '../writing/remote'
import { NOBODY } from '../rules'
import { type Place, UPLOAD_FAILED, whyNotVideo } from './rules'

/** A video stored on the server; a report refers to it by `url`. */
export interface KeptVideo {
  url: string
  name: string
  size: number
}

/** A started upload. If the same file is chosen again, the upload resumes. */
interface Begun {
  id: string
  name: string
  size: number
  modified: number
}

/** The part that a draft stores. */
export interface Known {
  kept: KeptVideo | null
  begun: Begun | null
}

export const NOTHING: Known = { kept: null, begun: null }

export type VideoState =
  | { is: 'none' }
  | { is: 'chosen'; file: File }
  | { is: 'going'; file: File; sent: number }
  | { is: 'stopped'; file: File; why: string }
  /** `file` is null once the file is no longer in memory. */
  | { is: 'kept'; video: KeptVideo; file: File | null }

export type VideoSent = { is: 'kept'; url: string } | { is: 'signed-out' }

export interface VideoUpload {
  state: VideoState
  place: Place
  /** Why the last chosen file was rejected. */
  problem: string | null
  choose: (file: File) => boolean
  /** Sends a file. Resolves to null if the upload failed or was stopped; `state` says which. */
  send: (file: File) => Promise<VideoSent | null>
  /** Stops the upload and makes the server delete what it has, or removes the chosen or stored video. */
  drop: () => void
}

export function useVideoUpload(place: Place, { kept, begun }: Known, remember: (known: Known) => void): VideoUpload {
  const toasts = useToasts()
  const [state, setState] = useState<VideoState>({ is: 'none' })
  const [problem, setProblem] = useState<string | null>(null)
  const going = useRef<Upcoming>(undefined)
  const isGoing = state.is === 'going'
  useEffect(() => () => going.current?.cancel(), [])
  useEffect(() => {
    if (!isGoing) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isGoing])

  const choose = (file: File) => {
    const why = whyNotVideo(file, place)
    setProblem(why)
    if (why === null) setState({ is: 'chosen', file })
    return why === null
  }
  const send = async (file: File): Promise<VideoSent | null> => {
    const facts = { name: file.name, size: file.size, modified: file.lastModified }
    const goesOn = begun !== null && begun.name === facts.name && begun.size === facts.size && begun.modified === facts.modified
    const id = goesOn ? begun.id : uuid7()
    remember({ kept: null, begun: { id, ...facts } })
    setProblem(null)
    setState({ is: 'going', file, sent: 0 })
    const upcoming = sendVideo(place, file, id, { goesOn, onProgress: (sent) => setState((now) => (now.is === 'going' ? { ...now, sent } : now)) })
    going.current = upcoming
    const end = await upcoming.done
    if (end.is === 'cancelled') return null
    going.current = undefined
    if (end.is === 'kept') {
      const video = { url: end.url, name: file.name, size: file.size }
      remember({ kept: video, begun: null })
      setState({ is: 'kept', video, file })
      return { is: 'kept', url: end.url }
    }
    if (end.is === 'unauthorized') {
      setState({ is: 'stopped', file, why: NOBODY })
      return { is: 'signed-out' }
    }
    const why = end.is === 'refused' && end.message !== '' ? end.message : UPLOAD_FAILED
    setState({ is: 'stopped', file, why })
    toasts.show({ tone: 'error', title: 'Upload Failed', body: end.is === 'refused' ? why : 'What has arrived stays: it can go on from there.' })
    return null
  }
  const drop = () => {
    going.current?.cancel()
    going.current = undefined
    remember(NOTHING)
    setProblem(null)
    setState({ is: 'none' })
  }
  const shown: VideoState = state.is === 'none' && kept !== null ? { is: 'kept', video: kept, file: null } : state
  return { state: shown, place, problem, choose, send, drop }
}
