// The call to action at the end of the landing page.
import { beat } from '../curve'
import { IfSelling } from '../frame/conditions'
import { StartAction } from '../frame/start-action'

const LINE = `M-40 330h110${beat(2.6)}h70${beat(4.4)}h50${beat(3)}H760C900 330 980 270 1060 200S1180 90 1260 76`

export function CallToAction() {
  return (
    <section aria-labelledby="start" className="night relative overflow-clip">
      <svg
        viewBox="0 0 1200 400"
        preserveAspectRatio="none"
        aria-hidden="true"
        className="absolute inset-0 h-full w-full max-sm:opacity-40"
      >
        <path
          d={LINE}
          fill="none"
          stroke="#7fa6ff"
          strokeOpacity="0.55"
          strokeWidth="3"
          strokeLinejoin="round"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <div className="wide relative pt-14 pb-24 text-center sm:py-32">
        <h2 id="start" className="mx-auto max-w-[20ch] text-title font-bold text-balance">
          Your first report could be there on Monday.
        </h2>
        <p className="mx-auto mt-4 max-w-[44ch] text-lead text-night-2">
          Start today, connect your website, and see what your marketing does.
        </p>
        <StartAction className="mt-7 sm:mt-9" />
        <IfSelling
          then={<p className="mt-4 text-[0.9375rem] text-night-2">14 days free. No credit card required.</p>}
        />
      </div>
    </section>
  )
}
