// The user's ways to sign in. The user can add Google, and remove any way but the last one.
import { Building2, Mail } from 'lucide-react'
import { useEffect, useState } from 'react'

import { Alert } from '../../../ui/feedback/alert'
import { Button } from '../../../ui/button'
import { GoogleMark } from '../../../ui/brand/google-mark'
import { Section, SectionList, SectionRow } from '../../../ui/layout/section'
import { useSubmit } from '../../../ui/form/use-submit'
import { fetchSignInMethods, type Identity, storedSignInMethods, linkGoogle, unlink } from '../remote'
import { ConfirmDialog } from './confirm-dialog'
import { useProof } from './use-proof'

type IdentitiesSectionProps = { identities: Identity[]; hasPassword: boolean; onChanged: () => Promise<void> }

export function IdentitiesSection({ identities, hasPassword, onChanged }: IdentitiesSectionProps) {
  const [methods, setMethods] = useState(storedSignInMethods)
  const [unlinkTarget, setUnlinkTarget] = useState<Identity | null>(null)
  const linking = useSubmit(linkGoogle)
  const { withProof, dialog } = useProof(hasPassword)
  useEffect(() => void fetchSignInMethods().then(setMethods), [])
  const start = (identity: Identity) => {
    linking.forget()
    setUnlinkTarget(identity)
  }
  const canLink =
    methods.google && methods.linking && !identities.some(({ provider }) => provider === 'google')
  return (
    <Section title="Ways to sign in" lead="All of these open this account.">
      {linking.message !== null && (
        <div className="px-4 pb-4 sm:px-5">
          <Alert>{linking.message}</Alert>
        </div>
      )}
      <SectionList label="Ways to sign in">
        {identities.map((identity) => {
          const { name, icon } = displayOf(identity.provider)
          return (
            <SectionRow
              key={identity.id}
              icon={icon}
              title={name}
              action={
                identities.length > 1 && (
                  <Button
                    size="sm"
                    aria-label={`Unlink ${name}`}
                    onClick={() => withProof(() => start(identity))}
                  >
                    Unlink
                  </Button>
                )
              }
            >
              {identity.email}
            </SectionRow>
          )
        })}
        {canLink && (
          <SectionRow
            icon={<GoogleMark />}
            title="Google"
            action={
              <Button
                size="sm"
                aria-label="Link Google"
                busy={linking.busy}
                onClick={() => withProof(() => linking.submit())}
              >
                Link
              </Button>
            }
          >
            Not linked
          </SectionRow>
        )}
      </SectionList>
      {dialog}
      {unlinkTarget !== null && (
        <ConfirmDialog
          {...unlinkTexts(unlinkTarget)}
          action="Unlink"
          work={() => unlink(unlinkTarget.id)}
          onClose={() => setUnlinkTarget(null)}
          onDone={onChanged}
        />
      )}
    </Section>
  )
}

function displayOf(provider: string) {
  if (provider === 'google') return { name: 'Google', icon: <GoogleMark /> }
  if (provider === 'email') return { name: 'Email and password', icon: <Mail size={17} /> }
  return { name: 'Your company', icon: <Building2 size={17} /> }
}

function unlinkTexts({ provider }: Identity) {
  const { name } = displayOf(provider)
  return {
    title: `Unlink ${name}?`,
    description: `You will not be able to sign in with ${provider === 'email' ? 'your password' : name} any more.`,
    success: `${name} is unlinked`,
  }
}
