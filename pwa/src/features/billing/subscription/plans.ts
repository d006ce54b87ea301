// The plans of the server's last response, stored so that they are shown offline too.
import { useEffect, useState } from 'react'

import { recall, remember } from '../../../lib/storage'
import { onResponse } from '../../../lib/time/slow-response'
import { fetchProducts, NO_RESPONSE, type Product, type Reply } from '../remote'

export type { Product }

const KEY = 'plans'

export interface Plans {
  products: readonly Product[]
  /** The error text if nothing is stored and the server could not be reached. */
  problem: string | null
  hasResponse: boolean
  retry: () => void
}

export function usePlans(online: boolean): Plans {
  const [attempts, setAttempts] = useState(0)
  const [plans, setPlans] = useState<Omit<Plans, 'retry'>>(() => ({
    products: storedProducts(),
    problem: null,
    hasResponse: false,
  }))
  useEffect(() => {
    if (!online) return
    const receive = (reply: Reply<Product[]>) => {
      if (reply.is === 'rejected') {
        setPlans((before) => ({ ...before, problem: reply.message, hasResponse: true }))
      } else {
        remember(KEY, JSON.stringify(reply.value))
        setPlans({ products: reply.value, problem: null, hasResponse: true })
      }
    }
    return onResponse(fetchProducts(), receive, NO_RESPONSE)
  }, [online, attempts])
  const retry = () => {
    setPlans((before) => ({ ...before, problem: null, hasResponse: false }))
    setAttempts((before) => before + 1)
  }
  return { ...plans, retry }
}

/** `Pulseboard · Professional Plan`; each part once it is known. */
export function planTitle(product: Product | undefined, tier: string | null): string {
  return [product?.name, tier].filter(Boolean).join(' · ')
}

function storedProducts(): Product[] {
  try {
    const stored: unknown = JSON.parse(recall(KEY) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isProduct) : []
  } catch {
    return []
  }
}

function isProduct(value: unknown): value is Product {
  return (
    typeof value === 'object' &&
    value !== null &&
    'priceId' in value &&
    'price' in value &&
    'currency' in value
  )
}
