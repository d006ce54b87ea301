// The button New Report for screens without a chosen client. Its dialog asks for the client.
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'

import { WRITE_REPORT } from '../../lib/navigation'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/overlay/dialog'
import { ClientField } from './writing/client-field'

export function NewReport({ hrefOf }: { hrefOf: (clientId: string) => string }) {
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(false)
  const write = (clientId: string | null) => {
    if (clientId !== null) void navigate(hrefOf(clientId), { state: WRITE_REPORT })
  }
  return (
    <>
      <Button tone="primary" icon={<Plus size={16} aria-hidden="true" />} onClick={() => setOpen(true)}>
        New Report
      </Button>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title="New report for…">
        <ClientField value={null} onChange={write} />
      </Dialog>
    </>
  )
}
