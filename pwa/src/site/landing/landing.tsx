// The landing page, from top to bottom.
import { CallToAction } from './call-to-action'
import { Features } from './features'
import { Hero } from './hero'
import { Steps } from './steps'
import { PriceTeaser } from './price-teaser'
import { Testimonials } from './testimonials'
import { Why } from './why'

export function Landing() {
  return (
    <>
      <Hero />
      <Steps />
      <Features />
      <Why />
      <Testimonials />
      <PriceTeaser />
      <CallToAction />
    </>
  )
}
