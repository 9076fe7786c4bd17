import { Link } from '@tanstack/react-router';
import { Empty } from '../ui/states.tsx';

export function NotFound() {
  return (
    <Empty title="There is no such screen">
      <Link to="/approvals" className="text-accent underline">
        Go to the approvals
      </Link>
    </Empty>
  );
}
