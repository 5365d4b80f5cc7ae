// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;

/// As much of an ERC-20 as a bridge takes.
contract Token {
    mapping(address => mapping(address => uint256)) public allowance;
    mapping(address => uint256) public taken;

    function approve(address spender, uint256 amount) public virtual returns (bool) {
        allowance[msg.sender][spender] = amount;
        return true;
    }

    function transferFrom(address from, address, uint256 amount) public returns (bool) {
        require(allowance[from][msg.sender] >= amount, "allowance");
        allowance[from][msg.sender] -= amount;
        taken[from] += amount;
        return true;
    }
}

/// An allowance only changes from or to 0, as that of USDT on Ethereum.
contract Tether is Token {
    function approve(address spender, uint256 amount) public override returns (bool) {
        require(amount == 0 || allowance[msg.sender][spender] == 0, "reset first");
        return super.approve(spender, amount);
    }
}

/// Takes 100 tokens of the caller, whatever it is called with.
contract Bridge {
    fallback() external payable {
        Token(0xaf88d065e77c8cC2239327C5EDb3A432268e5831).transferFrom(msg.sender, address(this), 100000000);
    }
}

contract Reverting {
    fallback() external payable {
        revert("paused");
    }
}
