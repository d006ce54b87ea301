// The address /dashboard/subscriptions: what the client has, what there is to have, and what people ask.
import { useSyncStatus } from '../../live/live'
import { Alert } from '../../ui/alert'
import { usePaying } from './card-on-file'
import { CurrentSubscription } from './current-subscription'
import { Faq } from './faq'
import { useGoing } from './going'
import { PlanCards } from './plan-cards'
import { usePlans } from './plans'

export function SubscriptionsScreen() {
  const { link, client_id } = useSyncStatus()
  const online = link.is !== 'offline'
  const paying = usePaying()
  const plans = usePlans(online)
  const going = useGoing(client_id)
  const product = plans.products.find((one) => one.priceId === paying?.price_id) ?? plans.products[0]
  return (
    <div className="mx-auto w-full max-w-3xl px-4 py-5 lg:px-6 lg:py-7">
      <h1 className="text-xl font-semibold text-ink">Subscriptions</h1>
      {!online && (
        <Alert tone="warning" className="mt-4">
          You are offline. Plans and billing can be changed when there is a connection.
        </Alert>
      )}
      {going.problem !== null && <Alert className="mt-4">{going.problem}</Alert>}
      <CurrentSubscription paying={paying} product={product} online={online} going={going} />
      <PlanCards paying={paying} plans={plans} online={online} going={going} />
      <Faq />
    </div>
  )
}

export default SubscriptionsScreen
