// The plans of the server's last response, stored so that they are shown offline too.
import { useEffect, useState } from 'react'

import { recall, remember } from '../../../lib/storage'
import { whenAnswered } from '../../../lib/slow-response'
import { askForProducts, NOT_ANSWERED, type Product, type Reply } from '../remote'

export type { Product }

const KEY = 'plans'

export interface Plans {
  products: readonly Product[]
  /** The error text if nothing is stored and the server could not be reached. */
  problem: string | null
  isAsked: boolean
  again: () => void
}

export function usePlans(online: boolean): Plans {
  const [round, setRound] = useState(0)
  const [plans, setPlans] = useState<Omit<Plans, 'again'>>(() => ({ products: kept(), problem: null, isAsked: false }))
  useEffect(() => {
    if (!online) return
    const hear = (reply: Reply<Product[]>) => {
      if (reply.is === 'refused') {
        setPlans((before) => ({ ...before, problem: reply.message, isAsked: true }))
      } else {
        remember(KEY, JSON.stringify(reply.value))
        setPlans({ products: reply.value, problem: null, isAsked: true })
      }
    }
    return whenAnswered(askForProducts(), hear, NOT_ANSWERED)
  }, [online, round])
  const again = () => {
    setPlans((before) => ({ ...before, problem: null, isAsked: false }))
    setRound((before) => before + 1)
  }
  return { ...plans, again }
}

function kept(): Product[] {
  try {
    const found: unknown = JSON.parse(recall(KEY) ?? '[]')
    return Array.isArray(found) ? found.filter(isProduct) : []
  } catch {
    return []
  }
}

function isProduct(value: unknown): value is Product {
  return typeof value === 'object' && value !== null && 'priceId' in value && 'price' in value && 'currency' in value
}
