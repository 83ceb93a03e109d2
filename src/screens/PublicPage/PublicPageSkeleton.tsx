import { Card } from '../../ui/Page';
import { Skeleton } from '../../ui/Skeleton';

const CARDS = [360, 420, 320];

export const PublicPageSkeleton = () => (
  <div className="stack gap-24">
    {CARDS.map((height) => (
      <Card key={height} className="stack gap-24 panel">
        <Skeleton width="30%" height={20} />
        <Skeleton width="100%" height={height - 92} />
      </Card>
    ))}
  </div>
);
