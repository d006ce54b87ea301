// The notice that no backup exists, and an instruction to copy for the operator of the server.
import { TriangleAlert } from 'lucide-react'

import { CopyButton } from '../../../ui/copy-button'
import { ActionNotice } from '../../../ui/feedback/action-notice'

const INSTRUCTION = `Please turn on the daily backups of Pulseboard:
1. In the settings of the server, set BACKUP_DIR to a folder on another disk, for example BACKUP_DIR=/var/backups/pulseboard
2. Restart the server. It makes the first backup after 02:00 at night.
3. The next day, open Health in the Admin Dashboard: "Last backup" shows when it was made.
More about it: deploy/docs/backup.md`

export function BackupNotice() {
  return (
    <ActionNotice
      label="Backup"
      tone="bad"
      className="mb-4"
      action={
        <CopyButton tone="primary" className="max-sm:w-full" text={INSTRUCTION} label="Copy instruction" />
      }
    >
      <h2 className="flex items-center gap-2 text-head font-semibold text-bad">
        <TriangleAlert size={18} aria-hidden="true" className="shrink-0" />
        Nothing is backed up yet
      </h2>
      <p className="mt-1 text-base text-ink">
        If the server broke now, every client, message and report would be lost. Send the instruction to
        whoever runs your server: turning on daily backups takes a few minutes.
      </p>
    </ActionNotice>
  )
}
