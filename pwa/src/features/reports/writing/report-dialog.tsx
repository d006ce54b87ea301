// The dialog Create New Report: text, video and publication time, beside a preview.
import { Copy } from 'lucide-react'
import { type SyntheticEvent, useId, useState } from 'react'

import { REPORT_TEXT_MAX, REPORT_TITLE_MAX } from '../../../lib/limits.gen'
import type { ReportRow } from '../../../db/rows/reports'
import type { ClientRow } from '../../../db/rows/rows'
import { firstNameOf } from '../../../live/team'
import { Alert } from '../../../ui/feedback/alert'
import { Button } from '../../../ui/button'
import { CheckField } from '../../../ui/form/check-field'
import { Dialog } from '../../../ui/overlay/dialog'
import { useMinute } from '../../../ui/hooks/use-now'
import { Segments } from '../../../ui/form/segments'
import { TextArea } from '../../../ui/form/text-area'
import { TextField } from '../../../ui/form/text-field'
import { AdminLoginDialog } from './admin-login-dialog'
import { useReports } from '../queries'
import { ReportPreview } from './preview'
import { NOT_AUTHENTICATED, weekTitle } from '../rules'
import { StopUploadDialog } from './stop-upload-dialog'
import { usePublished } from './use-published'
import { type Fields, useReportForm, videoOf } from './use-report-form'
import { useZone } from '../use-zone'
import { NOTHING } from '../videos/stored-draft'
import { useVideoUpload } from '../videos/use-video-upload'
import { VideoChoice } from './video-choice'

const WHEN = [
  { value: 'draft', label: 'Keep as draft' },
  { value: 'now', label: 'Publish now' },
  { value: 'monday', label: 'Monday 8:00 AM' },
] as const

type ReportDialogProps = {
  client: ClientRow
  /** The report being edited; null for a new one. */
  report: ReportRow | null
  onClose: () => void
  onWritten: (reportId: string) => void
}

export function ReportDialog({ client, report, onClose, onWritten }: ReportDialogProps) {
  const form = useReportForm(client.id, report)
  const { fields, hindrance } = form
  const upload = useVideoUpload('storage', fields?.file ?? NOTHING, (file) => form.change({ file }))
  const showPublished = usePublished()
  const id = useId()
  const suggestion = weekTitle(useMinute(), useZone())
  const [problem, setProblem] = useState<string | null>(null)
  const [afterSignIn, setAfterSignIn] = useState<(() => Promise<void>) | null>(null)
  const [isStopDialogOpen, setStopDialogOpen] = useState(false)
  const signInFor = (work: () => Promise<void>) => {
    setProblem(NOT_AUTHENTICATED)
    setAfterSignIn(() => work)
  }
  const begin = () => {
    setAfterSignIn(null)
    setProblem(null)
  }
  const send = async () => {
    begin()
    const outcome = await form.save()
    if (outcome.is === 'saved') {
      showPublished(outcome.report, client)
      onWritten(outcome.report.id)
      onClose()
    } else if (outcome.is === 'signed-out') signInFor(send)
    else setProblem(outcome.message)
  }
  const sendFile = async (file: File) => {
    begin()
    if (!upload.choose(file)) return
    const sent = await upload.send(file)
    if (sent?.is === 'signed-out') signInFor(() => sendFile(file))
  }
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    if (!form.isBusy && hindrance === null) await send()
  }
  const leave = () => (upload.state.is === 'going' ? setStopDialogOpen(true) : onClose())
  return (
    <Dialog
      open
      wide
      onClose={leave}
      title={report === null ? 'Create New Report' : 'Edit Report'}
      description={client.company_name}
      actions={
        <>
          <Button onClick={leave}>Cancel</Button>
          <Button tone="primary" type="submit" form={id} busy={form.isBusy} disabled={hindrance !== null}>
            {fields === null ? 'Save' : actionOf(fields, report)}
          </Button>
        </>
      }
    >
      {fields !== null && (
        <form
          id={id}
          noValidate
          onSubmit={(event) => void submit(event)}
          className="grid gap-5 md:grid-cols-2"
        >
          <div className="flex min-w-0 flex-col gap-4">
            {problem !== null && <Alert>{problem}</Alert>}
            {hindrance !== null && hindrance !== '' && <Alert tone="warning">{hindrance}</Alert>}
            {report === null && <CopyLast clientId={client.id} onCopy={form.change} />}
            <TextField
              label="Title"
              name="title"
              required
              maxLength={REPORT_TITLE_MAX}
              value={fields.title}
              onChange={(event) => form.change({ title: event.target.value })}
              placeholder={suggestion}
              trailing={
                fields.title === '' && (
                  <Button
                    size="sm"
                    tone="quiet"
                    aria-label={`Use this title: ${suggestion}`}
                    onClick={() => form.change({ title: suggestion })}
                  >
                    Use this
                  </Button>
                )
              }
            />
            <TextArea
              label="Text"
              name="text"
              rows={8}
              maxLength={REPORT_TEXT_MAX}
              value={fields.text}
              onChange={(event) => form.change({ text: event.target.value })}
              placeholder="What happened this week, why, and what you do next."
              hint={
                videoOf(fields) === null
                  ? undefined
                  : 'Say here what the video says, too: for people who can’t hear it or are offline.'
              }
            />
            <VideoChoice
              fields={fields}
              change={form.change}
              upload={upload}
              onFile={(file) => void sendFile(file)}
            />
            {report?.status !== 'published' && (
              <>
                <Segments
                  label="When does the client get it?"
                  value={fields.when}
                  options={WHEN}
                  onChange={(when) => form.change({ when })}
                />
                {fields.when !== 'draft' && videoOf(fields) !== null && (
                  <CheckField
                    label="Also show on the home screen"
                    checked={fields.on_home}
                    onChange={(on_home) => form.change({ on_home })}
                  />
                )}
                {fields.when !== 'draft' && <p className="text-sm text-ink-2">{recipientText(client)}</p>}
              </>
            )}
          </div>
          <ReportPreview
            fields={fields}
            video={upload.state}
            reader={firstNameOf(client.contact_name) ?? client.company_name}
            suggestion={suggestion}
            isPublished={report?.status === 'published'}
          />
        </form>
      )}
      {afterSignIn !== null && (
        <AdminLoginDialog
          onClose={() => setAfterSignIn(null)}
          signIn={form.signIn}
          onSignedIn={() => void afterSignIn()}
        />
      )}
      {isStopDialogOpen && <StopUploadDialog onStay={() => setStopDialogOpen(false)} onStop={onClose} />}
    </Dialog>
  )
}

function actionOf({ when }: Fields, report: ReportRow | null): string {
  if (report?.status === 'published') return 'Save'
  return { draft: 'Save draft', now: 'Publish', monday: 'Schedule' }[when]
}

/** Says in advance who will be notified. */
export function recipientText(client: ClientRow): string {
  if (client.user_id === null)
    return `${client.company_name} has not signed up yet: nobody is notified, and the report waits for them.`
  if (!client.notify_reports)
    return `${client.contact_name} has turned report notifications off; no one is notified.`
  return `${client.contact_name} (${client.contact_email}) will be notified.`
}

function CopyLast({ clientId, onCopy }: { clientId: string; onCopy: (fields: Partial<Fields>) => void }) {
  const view = useReports(clientId)
  const last = view.is === 'ready' ? view.reports[0] : undefined
  if (last === undefined) return null
  return (
    <Button
      size="sm"
      icon={<Copy size={14} aria-hidden="true" />}
      onClick={() => onCopy({ title: last.title, text: last.content.text })}
      className="self-start"
    >
      Copy last week’s report
    </Button>
  )
}
