// The install button. Shows the browser's prompt, or the manual steps on iOS.
import { Download } from 'lucide-react'
import { useState } from 'react'

import { Button } from '../../ui/button'
import { promptInstall, type Install } from './install'
import { InstallSteps } from './install-steps'

export default function InstallButton({ how }: { how: Install }) {
  const [showing, setShowing] = useState(false)
  return (
    <>
      <Button
        size="sm"
        tone="borderless"
        icon={<Download size={16} aria-hidden="true" />}
        onClick={() => (how === 'prompt' ? void promptInstall() : setShowing(true))}
      >
        Install app
      </Button>
      <InstallSteps open={showing} onClose={() => setShowing(false)} />
    </>
  )
}
