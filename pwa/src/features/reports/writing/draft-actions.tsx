// An admin's actions on a report: edit it, publish it now or on Monday, or withdraw it.
import { CalendarClock, Pencil, Send } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'

import { isContinueDraft } from '../../../lib/navigation'
import type { ClientRow } from '../../../db/rows/clients'
import { useDeliveryText } from '../use-zone'
import type { ReportRow } from '../../../db/rows/reports'
import { useSyncStatus } from '../../../live/live'
import { Alert } from '../../../ui/feedback/alert'
import { Button } from '../../../ui/button'
import { CheckField } from '../../../ui/form/check-field'
import { NEEDS_CONNECTION } from '../rules'
import { recipientText } from './recipient-text'
import { ReportDialog } from './report-dialog'
import { usePublishing } from './use-publishing'

type DraftActionsProps = {
  report: ReportRow
  client: ClientRow
  /** Called after the report was changed. */
  onChanged: () => void
}

export function DraftActions({ report, client, onChanged }: DraftActionsProps) {
  const { link } = useSyncStatus()
  const navigate = useNavigate()
  const location = useLocation()
  const isContinued = isContinueDraft(location.state)
  const [wasContinued, setWasContinued] = useState(false)
  const [isEditing, setEditing] = useState(false)
  const delivery = useDeliveryText()
  const [onHome, setOnHome] = useState(true)
  const { busy, problem, publishIt, withdrawIt } = usePublishing(report, client)
  const isOffline = link.is === 'offline'
  if (isContinued !== wasContinued) {
    setWasContinued(isContinued)
    if (isContinued && report.status === 'draft' && !isOffline) setEditing(true)
  }
  useEffect(() => {
    // Otherwise a reload would open the editor again, also after another admin has published the report.
    if (isContinued) void navigate(location, { replace: true, state: null })
  }, [isContinued, navigate, location])
  return (
    <div className="flex flex-col gap-3 rounded-lg border border-line bg-surface p-3 shadow-1 sm:p-4">
      {problem !== null && <Alert>{problem}</Alert>}
      {isOffline && <p className="text-sm text-warn">{NEEDS_CONNECTION}</p>}
      {report.status === 'draft' && (
        <>
          <p className="text-sm text-ink-2">{recipientText(client)}</p>
          {report.content.video_url !== null && (
            <CheckField label="Also show on the home screen" checked={onHome} onChange={setOnHome} />
          )}
        </>
      )}
      <div className="flex flex-wrap gap-2 max-sm:*:flex-1">
        {report.status === 'draft' && (
          <>
            <Button
              tone="primary"
              icon={<Send size={15} aria-hidden="true" />}
              busy={busy === 'now'}
              disabled={isOffline}
              onClick={() => void publishIt('now', onHome).then(onChanged)}
            >
              Publish now
            </Button>
            <Button
              icon={<CalendarClock size={15} aria-hidden="true" />}
              busy={busy === 'monday'}
              disabled={isOffline}
              onClick={() => void publishIt('monday', onHome).then(onChanged)}
            >
              Publish on {delivery}
            </Button>
          </>
        )}
        {report.status === 'scheduled' && (
          <Button
            busy={busy === 'withdrawal'}
            disabled={isOffline}
            onClick={() => void withdrawIt().then(onChanged)}
          >
            Back to draft
          </Button>
        )}
        <Button
          icon={<Pencil size={15} aria-hidden="true" className="max-sm:hidden" />}
          disabled={isOffline}
          onClick={() => setEditing(true)}
        >
          Edit
        </Button>
      </div>
      {isEditing && (
        <ReportDialog
          client={client}
          report={report}
          onClose={() => setEditing(false)}
          onWritten={onChanged}
        />
      )}
    </div>
  )
}
