// The picture beside the form on wide screens: the logo's pulse line on a grid, and the product's promises.

const LINE =
  'M-20 372 C 60 372 92 352 140 356 S 214 388 262 366 S 322 286 372 300 S 430 366 474 346 S 540 196 596 214 S 664 300 716 268 S 800 118 880 92 S 980 108 1060 60'

const PROMISES = [
  'Website performance scores every week',
  'A weekly video report from your team',
  'Messages that always get through',
]

export function PulsePanel() {
  return (
    <aside
      className="sticky top-0 hidden h-dvh overflow-hidden bg-[#0b1228] text-white lg:block"
      aria-label="About"
    >
      <svg
        viewBox="0 0 1040 900"
        preserveAspectRatio="xMidYMid slice"
        className="absolute inset-0 h-full w-full"
        aria-hidden="true"
      >
        <defs>
          <radialGradient id="glow" cx="0.78" cy="0.12" r="0.95">
            <stop offset="0" stopColor="var(--primary)" stopOpacity="0.55" />
            <stop offset="0.45" stopColor="var(--primary)" stopOpacity="0.14" />
            <stop offset="1" stopColor="var(--primary)" stopOpacity="0" />
          </radialGradient>
          <linearGradient id="under" x1="0" y1="0" x2="0" y2="1">
            <stop offset="0" stopColor="#7fa6ff" stopOpacity="0.2" />
            <stop offset="1" stopColor="#7fa6ff" stopOpacity="0" />
          </linearGradient>
          <linearGradient id="stroke" x1="0" y1="0" x2="1" y2="0">
            <stop offset="0" stopColor="#7fa6ff" stopOpacity="0.15" />
            <stop offset="0.55" stopColor="#8fb2ff" />
            <stop offset="1" stopColor="#ffffff" />
          </linearGradient>
          <pattern id="grid" width="52" height="52" patternUnits="userSpaceOnUse">
            <path d="M52 0H0V52" fill="none" stroke="#ffffff" strokeOpacity="0.055" />
          </pattern>
        </defs>
        <rect width="1040" height="900" fill="url(#glow)" />
        <rect width="1040" height="900" fill="url(#grid)" />
        <g transform="translate(0 120)">
          <path d={`${LINE} V 900 H -20 Z`} fill="url(#under)" />
          <path
            d={LINE}
            pathLength={1}
            strokeDasharray="1 1"
            className="animate-draw"
            fill="none"
            stroke="url(#stroke)"
            strokeWidth="3"
          />
          <circle cx="880" cy="92" r="16" fill="#ffffff" fillOpacity="0.14" />
          <circle cx="880" cy="92" r="5.5" fill="#ffffff" />
        </g>
      </svg>
      <div className="absolute inset-x-0 bottom-0 p-12 xl:p-16">
        <p className="max-w-[26ch] text-3xl font-semibold text-balance">
          Know how your marketing is doing, every week.
        </p>
        <ul className="mt-6 flex flex-col gap-2.5 text-base text-[#c3cee8]">
          {PROMISES.map((promise) => (
            <li key={promise} className="flex items-center gap-3">
              <span aria-hidden="true" className="h-px w-5 bg-[#7fa6ff]" />
              {promise}
            </li>
          ))}
        </ul>
      </div>
    </aside>
  )
}
