// State of a video upload: chosen, sending with progress, stopped, retried, and stored on the server.
import { useEffect, useRef, useState } from 'react'

import { uuid7 } from '../../../lib/ids/uuid7'
import { useToasts } from '../../../ui/feedback/toast'
import { sendVideo, type RunningUpload } from './remote'
import { NOT_AUTHENTICATED } from '../rules'
import { type Place, UPLOAD_FAILED, videoProblem } from './rules'
import { NOTHING, type StoredVideo, type UploadDraft } from './stored-draft'

export type VideoState =
  | { is: 'none' }
  | { is: 'chosen'; file: File }
  | { is: 'uploading'; file: File; sent: number }
  | { is: 'stopped'; file: File; reason: string }
  /** `file` is null once the file is no longer in memory. */
  | { is: 'stored'; video: StoredVideo; file: File | null }

export type VideoSent = { is: 'stored'; url: string } | { is: 'signed-out' }

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

export function useVideoUpload(
  place: Place,
  { kept, begun }: UploadDraft,
  remember: (draft: UploadDraft) => void,
): VideoUpload {
  const toasts = useToasts()
  const [state, setState] = useState<VideoState>({ is: 'none' })
  const [problem, setProblem] = useState<string | null>(null)
  const running = useRef<RunningUpload>(undefined)
  const isUploading = state.is === 'uploading'
  useEffect(() => () => running.current?.cancel(), [])
  useEffect(() => {
    if (!isUploading) return
    const confirmLeave = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', confirmLeave)
    return () => window.removeEventListener('beforeunload', confirmLeave)
  }, [isUploading])

  const choose = (file: File) => {
    const rejection = videoProblem(file, place)
    setProblem(rejection)
    if (rejection === null) setState({ is: 'chosen', file })
    return rejection === null
  }
  const send = async (file: File): Promise<VideoSent | null> => {
    const info = { name: file.name, size: file.size, modified: file.lastModified }
    const isResumed =
      begun !== null &&
      begun.name === info.name &&
      begun.size === info.size &&
      begun.modified === info.modified
    const id = isResumed ? begun.id : uuid7()
    remember({ kept: null, begun: { id, ...info } })
    setProblem(null)
    setState({ is: 'uploading', file, sent: 0 })
    const upload = sendVideo(place, file, id, {
      isResumed,
      onProgress: (sent) => setState((now) => (now.is === 'uploading' ? { ...now, sent } : now)),
    })
    running.current = upload
    const outcome = await upload.done
    if (outcome.is === 'cancelled') return null
    running.current = undefined
    if (outcome.is === 'stored') {
      const video = { url: outcome.url, name: file.name, size: file.size }
      remember({ kept: video, begun: null })
      setState({ is: 'stored', video, file })
      return { is: 'stored', url: outcome.url }
    }
    if (outcome.is === 'unauthorized') {
      setState({ is: 'stopped', file, reason: NOT_AUTHENTICATED })
      return { is: 'signed-out' }
    }
    const reason = outcome.is === 'rejected' && outcome.message !== '' ? outcome.message : UPLOAD_FAILED
    setState({ is: 'stopped', file, reason })
    toasts.show({
      tone: 'error',
      title: 'Upload Failed',
      body:
        outcome.is === 'rejected' ? reason : 'The uploaded part is kept: the upload can continue from there.',
    })
    return null
  }
  const drop = () => {
    running.current?.cancel()
    running.current = undefined
    remember(NOTHING)
    setProblem(null)
    setState({ is: 'none' })
  }
  const shown: VideoState =
    state.is === 'none' && kept !== null ? { is: 'stored', video: kept, file: null } : state
  return { state: shown, place, problem, choose, send, drop }
}
