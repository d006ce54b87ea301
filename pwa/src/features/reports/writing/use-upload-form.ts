// The form of Upload to Report: a video for an existing or a new report.
import { useEffect, useState } from 'react'

import { isVisible } from '../../../lib/text/visible'
import { useQuery } from '../../../live/live'
import { useDraft } from '../../../live/use-draft'
import { holdScreens, replaceVideo } from '../remote'
import { type Attempt, attemptFor, createOrChange } from './create-report'
import { type Outcome, outcomeOf } from './outcome'
import { NOTHING, type UploadDraft } from '../videos/stored-draft'
import { type VideoUpload, useVideoUpload } from '../videos/use-video-upload'

const NO_FILE = 'Please select a video file'
const NO_REPORT = 'Please select a report to update'
const NO_TITLE = 'Please provide a report title and select a client'

export interface UploadFields {
  action: 'update' | 'create'
  clientId: string | null
  reportId: string | null
  /** Whether the chosen report had a video when it was chosen. */
  hasVideo: boolean
  title: string
  text: string
}

export interface UploadForm {
  fields: UploadFields
  change: (some: Partial<UploadFields>) => void
  /** The fields were restored from a draft. */
  isRestored: boolean
  reset: () => void
  upload: VideoUpload
  isBusy: boolean
  /** Whether `save` replaces a video, so that the user must confirm it first. */
  replacesVideo: boolean
  /** Resolves to null if the upload itself has shown the error or was stopped. */
  save: () => Promise<Outcome | null>
}

export function useUploadForm(clientId: string | null): UploadForm {
  const draft = useDraft<UploadFields & { file: UploadDraft; sent: Attempt | null }>(
    `upload:${clientId ?? ''}`,
    {
      action: 'update',
      clientId,
      reportId: null,
      hasVideo: false,
      title: '',
      text: '',
      file: NOTHING,
      sent: null,
    },
  )
  const { fields, change } = draft
  const [isBusy, setBusy] = useState(false)
  // The report may have got its video later. The device does not store older reports.
  const chosen = useQuery(({ reports }) => reports.get(fields.reportId ?? ''), [fields.reportId])
  const hasVideo = chosen === undefined ? fields.hasVideo : chosen.video_kind !== ''
  const upload = useVideoUpload('host', fields.file, (file) => change({ file }))
  useEffect(holdScreens, [])
  const { state } = upload
  const save = async (): Promise<Outcome | null> => {
    const missing = missingInput(fields, state.is === 'none')
    if (missing !== null) return { is: 'failed', message: missing }
    setBusy(true)
    const sent =
      state.is === 'stored'
        ? ({ is: 'stored', url: state.video.url } as const)
        : state.is === 'none'
          ? null
          : await upload.send(state.file)
    const outcome = sent?.is === 'stored' ? outcomeOf(await write(fields, sent.url)) : sent
    if (outcome?.is === 'saved') await draft.saved()
    setBusy(false)
    return outcome
  }
  const write = ({ action, reportId, title, text }: UploadFields, video_url: string) => {
    if (action === 'update') return replaceVideo(reportId ?? '', video_url)
    const attempt = attemptFor(fields.sent, fields.clientId ?? '')
    change({ sent: attempt })
    return createOrChange({ ...attempt, title, text, video_url })
  }
  const reset = () => {
    upload.drop()
    draft.reset()
  }
  return {
    fields,
    change,
    isRestored: draft.isRestored,
    reset,
    upload,
    isBusy,
    replacesVideo:
      fields.action === 'update' && hasVideo && missingInput(fields, state.is === 'none') === null,
    save,
  }
}

/** The text for the first missing input; null if nothing is missing. */
function missingInput(
  { action, clientId, reportId, title }: UploadFields,
  hasNoFile: boolean,
): string | null {
  if (hasNoFile) return NO_FILE
  if (action === 'update') return reportId === null ? NO_REPORT : null
  return clientId === null || !isVisible(title) ? NO_TITLE : null
}
