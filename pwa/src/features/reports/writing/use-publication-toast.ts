// Hook that shows the outcome of a publication, with an undo that works until the client is notified.
import { useRef } from 'react'

import { dateTimeText } from '../../../lib/text/times'
import { UNDO_MS } from '../../../lib/time/undo-time'
import type { ClientRow } from '../../../db/rows/clients'
import { useToasts } from '../../../ui/feedback/toast'
import { type StoredReport, withdraw } from '../remote'

export function usePublicationToast(): (report: StoredReport, client: ClientRow) => void {
  const toasts = useToasts()
  const lastToast = useRef(0)
  const withdrawIt = async (id: string) => {
    const answer = await withdraw(id)
    if (answer.is === 'done') toasts.show({ tone: 'success', title: 'Undone: the report is a draft again' })
    else
      toasts.show({
        tone: 'error',
        title: 'Could not undo',
        body: answer.is === 'rejected' ? answer.message : 'Please try again.',
      })
  }
  return (report, client) => {
    if (report.status === 'draft') {
      toasts.show({ tone: 'success', title: 'Draft saved' })
      return
    }
    // The Undo of an earlier publication of the report would withdraw this one.
    toasts.dismiss(lastToast.current)
    const isPublished = report.status === 'published'
    const toastId = toasts.show({
      tone: 'success',
      title: isPublished ? 'Report published' : 'Report scheduled',
      body: isPublished
        ? `${client.company_name} is notified in ten seconds.`
        : `It goes out ${dateTimeText(report.publish_at ?? report.created_at)}.`,
      action: { label: 'Undo', run: () => void withdrawIt(report.id) },
      sticky: true,
    })
    lastToast.current = toastId
    setTimeout(() => toasts.dismiss(toastId), UNDO_MS)
  }
}
