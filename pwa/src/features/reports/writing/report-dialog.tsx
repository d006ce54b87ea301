// The dialog Create New Report: the report's fields beside a preview.
import { type SyntheticEvent, useId, useState } from 'react'

import type { ClientRow } from '../../../db/rows/clients'
import type { ReportRow } from '../../../db/rows/reports'
import { firstNameOf } from '../../../live/team'
import { Alert } from '../../../ui/feedback/alert'
import { Button } from '../../../ui/button'
import { Dialog } from '../../../ui/overlay/dialog'
import { useMinute } from '../../../ui/hooks/use-now'
import { weekTitle } from '../rules'
import { useZone } from '../use-zone'
import { NOTHING } from '../videos/stored-draft'
import { useVideoUpload } from '../videos/use-video-upload'
import { AdminLoginDialog } from './admin-login-dialog'
import { ReportPreview } from './preview'
import { ReportFields } from './report-fields'
import { StopUploadDialog } from './stop-upload-dialog'
import { useAttempt } from './use-attempt'
import { usePublicationToast } from './use-publication-toast'
import { type Fields, useReportForm } from './use-report-form'

type ReportDialogProps = {
  client: ClientRow
  /** The report being edited; null for a new one. */
  report: ReportRow | null
  onClose: () => void
  onWritten: (reportId: string) => void
}

export function ReportDialog({ client, report, onClose, onWritten }: ReportDialogProps) {
  const form = useReportForm(client.id, report)
  const { fields, blockedReason } = form
  const upload = useVideoUpload('storage', fields?.file ?? NOTHING, (file) => form.change({ file }))
  const showOutcome = usePublicationToast()
  const id = useId()
  const suggestion = weekTitle(useMinute(), useZone())
  const attempt = useAttempt<File | 'report'>()
  const [isStopDialogOpen, setStopDialogOpen] = useState(false)
  const send = async () => {
    attempt.begin()
    const outcome = await form.save()
    if (outcome.is === 'saved') {
      showOutcome(outcome.report, client)
      onWritten(outcome.report.id)
      onClose()
    } else if (outcome.is === 'signed-out') attempt.signInFor('report')
    else attempt.fail(outcome.message)
  }
  const sendFile = async (file: File) => {
    attempt.begin()
    if (!upload.choose(file)) return
    const sent = await upload.send(file)
    if (sent?.is === 'signed-out') attempt.signInFor(file)
  }
  const repeat = (work: typeof attempt.afterSignIn) => (work instanceof File ? sendFile(work) : send())
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    if (!form.isBusy && blockedReason === null) await send()
  }
  const leave = () => (upload.state.is === 'uploading' ? setStopDialogOpen(true) : onClose())
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
          <Button tone="primary" type="submit" form={id} busy={form.isBusy} disabled={blockedReason !== null}>
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
            {attempt.problem !== null && <Alert>{attempt.problem}</Alert>}
            {blockedReason !== null && blockedReason !== '' && <Alert tone="warning">{blockedReason}</Alert>}
            <ReportFields
              client={client}
              report={report}
              fields={fields}
              change={form.change}
              suggestion={suggestion}
              upload={upload}
              onFile={(file) => void sendFile(file)}
            />
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
      {attempt.afterSignIn !== null && (
        <AdminLoginDialog
          onClose={attempt.cancelSignIn}
          onSignedIn={() => void repeat(attempt.afterSignIn)}
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
