// The dialog Upload to Report: the video of an existing or a new report.
import { type SyntheticEvent, useId, useLayoutEffect, useRef, useState } from 'react'

import { REPORT_TEXT_MAX, REPORT_TITLE_MAX } from '../../../lib/limits.gen'
import { dateText } from '../../../lib/text/days'
import { useSyncStatus } from '../../../live/live'
import { Alert } from '../../../ui/feedback/alert'
import { Button } from '../../../ui/button'
import { Dialog } from '../../../ui/overlay/dialog'
import { RestoredNote } from '../../../ui/form/restored-note'
import { Segments } from '../../../ui/form/segments'
import { SelectField } from '../../../ui/form/select-field'
import { TextArea } from '../../../ui/form/text-area'
import { TextField } from '../../../ui/form/text-field'
import { useToasts } from '../../../ui/feedback/toast'
import type { ReportRow } from '../../../db/rows/reports'
import { AdminLoginDialog } from './admin-login-dialog'
import { ClientField } from './client-field'
import { useReports } from '../queries'
import { useOlder } from '../reading/use-older'
import { dateOf } from '../../../live/report-order'
import { LOAD_FAILED } from '../rules'
import { StopUploadDialog } from './stop-upload-dialog'
import { useAttempt } from './use-attempt'
import { type UploadFields, useUploadForm } from './use-upload-form'
import type { VideoState } from '../videos/use-video-upload'
import { VideoFileField } from '../videos/file-field'

const ACTIONS = [
  { value: 'update', label: 'Update a report' },
  { value: 'create', label: 'Create a new one' },
] as const

type UploadDialogProps = {
  /** The client to begin with, or null: the dialog asks for one. */
  clientId: string | null
  onClose: () => void
  onWritten: (clientId: string, reportId: string) => void
}

export function UploadDialog({ clientId, onClose, onWritten }: UploadDialogProps) {
  const uploadForm = useUploadForm(clientId)
  const { fields, change: changeFields, isRestored, reset, upload, isBusy, replacesVideo, save } = uploadForm
  const { link } = useSyncStatus()
  const toasts = useToasts()
  const id = useId()
  const attempt = useAttempt<'upload'>()
  const [isSure, setSure] = useState(false)
  const [isStopDialogOpen, setStopDialogOpen] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const cancel = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    // The browser takes the focus from a disabled field.
    if (isBusy && form.current?.contains(document.activeElement)) cancel.current?.focus()
  }, [isBusy])
  const isOffline = link.is === 'offline'
  const change: typeof changeFields = (some) => {
    changeFields(some)
    setSure(false)
    attempt.begin()
  }
  const send = async () => {
    attempt.begin()
    const outcome = await save()
    if (outcome === null) return
    if (outcome.is === 'saved') {
      toasts.show({
        tone: 'success',
        title: fields.action === 'update' ? 'The report has its new video' : 'Draft saved',
      })
      onClose()
      const writtenFor = fields.clientId ?? clientId
      if (writtenFor !== null) onWritten(writtenFor, outcome.report.id)
    } else if (outcome.is === 'signed-out') attempt.signInFor('upload')
    else attempt.fail(outcome.message)
  }
  const confirmOrSend = async () => {
    if (replacesVideo && !isSure) setSure(true)
    else await send()
  }
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    if (!isBusy && !isOffline) await confirmOrSend()
  }
  const chooseOrRetry = (file: File) => {
    attempt.begin()
    if (isRetry(upload.state, file)) void confirmOrSend()
    else upload.choose(file)
  }
  const leave = () => (upload.state.is === 'uploading' ? setStopDialogOpen(true) : onClose())
  return (
    <Dialog
      open
      onClose={leave}
      title="Upload to Report"
      description="Add a video to an existing or new report."
      actions={
        <>
          <Button ref={cancel} onClick={leave}>
            Cancel
          </Button>
          <Button
            tone="primary"
            type="submit"
            form={id}
            busy={isBusy}
            disabled={isOffline}
            // The second click of a double click must not confirm.
            onClick={(event) => event.detail > 1 && event.preventDefault()}
          >
            {isSure ? 'Replace video' : 'Upload'}
          </Button>
        </>
      }
    >
      <form
        ref={form}
        id={id}
        noValidate
        onSubmit={(event) => void submit(event)}
        className="flex flex-col gap-4"
      >
        {attempt.problem !== null && <Alert>{attempt.problem}</Alert>}
        {isOffline && <Alert tone="warning">Uploading needs a connection.</Alert>}
        {isSure && !isBusy && (
          <Alert tone="warning">This report already has a video. The new one will replace it.</Alert>
        )}
        {isRestored && !isBusy && <RestoredNote onReset={reset} />}
        {/* The upload saves the fields as they were when it began. */}
        <fieldset disabled={isBusy} className="contents">
          <Fields fields={fields} change={change} />
        </fieldset>
        <VideoFileField upload={upload} onFile={chooseOrRetry} isDisabled={isBusy} />
      </form>
      {attempt.afterSignIn !== null && (
        <AdminLoginDialog onClose={attempt.cancelSignIn} onSignedIn={() => void send()} />
      )}
      {isStopDialogOpen && <StopUploadDialog onStay={() => setStopDialogOpen(false)} onStop={onClose} />}
    </Dialog>
  )
}

type FieldsProps = { fields: UploadFields; change: (some: Partial<UploadFields>) => void }

function Fields({ fields, change }: FieldsProps) {
  return (
    <>
      <Segments
        label="Report"
        value={fields.action}
        options={ACTIONS}
        onChange={(action) => change({ action })}
      />
      <ClientField
        value={fields.clientId}
        onChange={(clientId) => change({ clientId, reportId: null, hasVideo: false })}
      />
      {fields.action === 'update' ? (
        <ReportField
          key={fields.clientId}
          clientId={fields.clientId}
          value={fields.reportId}
          onChange={(reportId, hasVideo) => change({ reportId, hasVideo })}
        />
      ) : (
        <>
          <TextField
            label="Report title"
            name="title"
            required
            maxLength={REPORT_TITLE_MAX}
            value={fields.title}
            onChange={(event) => change({ title: event.target.value })}
          />
          <TextArea
            label="Description (optional)"
            name="text"
            rows={3}
            maxLength={REPORT_TEXT_MAX}
            value={fields.text}
            onChange={(event) => change({ text: event.target.value })}
          />
        </>
      )}
    </>
  )
}

/** Whether this is a retry of the stopped file; another file is only chosen, not sent. */
function isRetry(state: VideoState, file: File): boolean {
  return state.is === 'stopped' && state.file === file
}

const NONE: readonly ReportRow[] = []

type ReportFieldProps = {
  clientId: string | null
  value: string | null
  onChange: (reportId: string | null, hasVideo: boolean) => void
}

function ReportField({ clientId, value, onChange }: ReportFieldProps) {
  const view = useReports(clientId ?? '')
  const stored = view.is === 'ready' && clientId !== null ? view.reports : NONE
  const { reports, is, load } = useOlder(clientId ?? '', stored, value, true)
  const options = reports.map(
    (report) => [report.id, `${report.title} (${dateText(dateOf(report))})`] as const,
  )
  return (
    <div className="flex flex-col items-start gap-1">
      <SelectField
        className="w-full"
        label="Report"
        name="report"
        value={value ?? ''}
        options={[
          [
            '',
            view.is === 'ready' && clientId !== null && reports.length === 0
              ? 'No reports yet'
              : 'Choose a report',
          ],
          ...options,
        ]}
        onChange={(event) => {
          const chosen = reports.find(({ id }) => id === event.currentTarget.value)
          onChange(chosen?.id ?? null, (chosen?.video_kind ?? '') !== '')
        }}
      />
      {is !== 'none' && (
        <Button size="sm" tone="borderless" busy={is === 'loading'} onClick={load}>
          {is === 'failed' ? 'Try Again' : 'Older reports'}
        </Button>
      )}
      {is === 'failed' && <Alert>{LOAD_FAILED}</Alert>}
    </div>
  )
}
