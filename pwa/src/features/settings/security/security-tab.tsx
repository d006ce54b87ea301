// Security: password, second factor, ways to sign in, and signed-in devices.
import { Alert } from '../../../ui/feedback/alert'
import { OfflineNote } from '../../../ui/feedback/offline-note'
import { Skeleton } from '../../../ui/feedback/skeleton'
import { useOnline } from '../../../ui/hooks/use-online'
import { fetchAccount, fetchSignInMethods } from '../remote'
import { LoadAgain } from './load-again'
import { DevicesSection } from './devices-section'
import { FactorsSection } from './factors-section'
import { IdentitiesSection } from './identities-section'
import { PasswordSection } from './password-section'
import { useLoaded } from './use-loaded'

/** Loads the sign-in methods with the account, because their buttons would shift the content below. */
const fetchAccountAndMethods = async () => (await Promise.all([fetchAccount(), fetchSignInMethods()]))[0]

export function SecurityTab() {
  const [account, reload] = useLoaded(fetchAccountAndMethods)
  const isOnline = useOnline(() => void reload())
  return (
    <div className="flex flex-col gap-5">
      {!isOnline && (
        <OfflineNote>
          {account.is === 'ready' ? undefined : 'Your security settings load when you are back online.'}
        </OfflineNote>
      )}
      {account.is === 'loading' && isOnline && <LoadingTab />}
      {account.is === 'failed' && isOnline && <LoadAgain message={account.message} onRetry={reload} />}
      {account.is === 'ready' && (
        <fieldset disabled={!isOnline} className="contents">
          {account.value.isManaged ? (
            <Alert tone="info">You sign in with your company. It manages your password.</Alert>
          ) : (
            <PasswordSection
              email={account.value.email}
              hasPassword={account.value.hasPassword}
              onChanged={reload}
            />
          )}
          <FactorsSection
            hasPassword={account.value.hasPassword}
            factors={account.value.factors}
            onChanged={reload}
          />
          <IdentitiesSection
            hasPassword={account.value.hasPassword}
            identities={account.value.identities}
            onChanged={reload}
          />
          <DevicesSection />
        </fieldset>
      )}
    </div>
  )
}

function LoadingTab() {
  return (
    <div role="status" className="flex flex-col gap-5">
      <span className="sr-only">Loading</span>
      {['h-20', 'h-52', 'h-32', 'h-44'].map((height) => (
        <Skeleton key={height} className={`${height} rounded-lg`} />
      ))}
    </div>
  )
}
