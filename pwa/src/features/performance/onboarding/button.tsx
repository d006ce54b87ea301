// The button that opens the onboarding dialog for a client without a website.
import { Button } from '../../../ui/button'
import { useWebsiteStatus } from '../website-status'
import { Onboarding } from './onboarding'
import { useOnboardingDialog } from './use-open'

export function OnboardingButton() {
  const status = useWebsiteStatus()
  const { openCount, isOpen, open, close } = useOnboardingDialog()
  return (
    <>
      <Button tone="primary" className="max-sm:w-full" onClick={open}>
        Complete onboarding
      </Button>
      {openCount > 0 && 'client' in status && (
        <Onboarding
          key={openCount}
          open={isOpen}
          onClose={close}
          client={status.client}
          running={status.running}
        />
      )}
    </>
  )
}
