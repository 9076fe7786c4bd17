<?php
namespace Acme\Shapes;

use Acme\Base as Root;
use function Acme\helper;

require_once 'boot.php';

/** A shape. */
abstract class Shape extends Root implements Sized
{
    const LIMIT = 3;
    private ?int $side = 1;

    public function area(string $name, int ...$rest): ?int
    {
        return $name && $rest ? 1 : null;
    }
}

interface Sized { public function size(): int; }
trait Grows { }
enum Color: string { case Red = 'r'; }
function make(int $side = 1): Shape { return new Shape(); }
