import { BellRing } from 'lucide-react';
import { useState } from 'react';

/** Asks the browser once for leave to notify; there is nothing to press where it was answered. */
export function NotifyButton() {
  const [permission, setPermission] = useState(() =>
    'Notification' in window ? Notification.permission : 'denied',
  );
  if (permission !== 'default') return null;
  return (
    <button
      type="button"
      onClick={() => void Notification.requestPermission().then(setPermission)}
      className="flex items-center gap-1.5 rounded-md p-2 text-soft text-xs hover:bg-raised hover:text-ink"
    >
      <BellRing aria-hidden size={15} />
      Notify me
    </button>
  );
}
