// The button Upload to Report for screens without a chosen client. Its dialog asks for the client too.
import { Upload } from 'lucide-react'
import { useState } from 'react'

import { Button } from '../../ui/button'
import { UploadDialog } from './writing/upload-dialog'

type UploadToReportProps = { onWritten: (clientId: string, reportId: string) => void }

export function UploadToReport({ onWritten }: UploadToReportProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button icon={<Upload size={16} aria-hidden="true" />} onClick={() => setOpen(true)}>
        Upload to Report
      </Button>
      {isOpen && <UploadDialog clientId={null} onClose={() => setOpen(false)} onWritten={onWritten} />}
    </>
  )
}
